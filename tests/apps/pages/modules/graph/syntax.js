export class Basket {
  #prices;
  static #count = 0;
  constructor(prices = []) {
    this.#prices = prices;
    Basket.#count++;
  }
  *lines() {
    yield* this.#prices.map((price) => price?.toFixed?.(2) ?? 'free');
    yield Basket.#count;
  }
}
