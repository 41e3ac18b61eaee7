export default function () {
  return 'function';
}
export const named = [1, 2, 3].map((n) => n ** 2).join('+');
class Shop {
  #goods;
  static label = 'Shop';
  constructor(goods) {
    this.#goods = goods;
  }
  get label() {
    return `${Shop.label} of ${this.#goods}`;
  }
}
export { Shop };
