// What the first page shows to somebody who has played here; loaded only then.

export { default as Games } from './Games.svelte';
export { KeptGames } from './kept.svelte';
export { default as Pulse } from './Pulse.svelte';
