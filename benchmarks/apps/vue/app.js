const { computed, createApp, ref } = Vue;

createApp({
  setup() {
    const state = ref(location.hash);
    const products = ref([]);
    const heading = computed(() => (state.value.startsWith('#!/products') ? `${products.value.length} products` : 'Welcome'));
    addEventListener('hashchange', () => { state.value = location.hash; });
    fetch('/api/products.json').then((answer) => answer.json()).then((all) => { products.value = all; });
    return { heading, products };
  },
}).mount('#app');
