import { describe, expect, test } from 'vitest';
import { fileUrl, frameCode, sgfOf, wishOf } from './address';

function wish(url: string): ReturnType<typeof wishOf> {
  return wishOf(new URL(url, 'http://127.0.0.1'));
}

describe('the address of the framed page', () => {
  test('names a room, a game of it and a move', () => {
    expect(wish('/embed/k7m2wq9xhd').source).toEqual({ url: '/game/k7m2wq9xhd.sgf' });
    expect(wish('/embed/k7m2wq9xhd?game=2&move=30&theme=slate&coordinates=0')).toEqual({
      source: { url: '/game/k7m2wq9xhd.sgf?game=2' },
      full: '/review?room=k7m2wq9xhd&game=2',
      move: 30,
      theme: 'slate',
      coordinates: false,
    });
  });

  test('may carry the record itself', () => {
    const sgf = '(;SZ[9]C[a+b & 50%];B[ee])';
    expect(wish(`/embed#sgf=${encodeURIComponent(sgf)}`).source).toEqual({ sgf });
    expect(wish('/embed#sgf=(;B[ee]C[a+b])').source).toEqual({ sgf: '(;B[ee]C[a+b])' });
  });

  test('leads to the review of the same record', () => {
    const sgf = '(;SZ[9]C[a+b & 50% #1];B[ee])';
    const { full } = wish(`/embed?move=0#sgf=${encodeURIComponent(sgf)}`);
    const url = new URL(full, 'http://127.0.0.1');
    expect(url.pathname).toBe('/review');
    expect(sgfOf(url.hash)).toBe(sgf);
  });

  test.each(['/embed', '/embed/', '/embed/../etc', '/embed#other=1'])('means nothing in %s', (url) => {
    expect(wish(url).source).toBeNull();
  });

  test('is as usual where it says nonsense', () => {
    expect(wish('/embed/k7m2wq9xhd?game=-1&move=x&theme=pink')).toMatchObject({ move: null, theme: 'wood', full: '/review?room=k7m2wq9xhd&game=1' });
  });
});

test('the code for other sites holds nothing that ends its attributes', () => {
  const code = frameCode('https://go.example.org', 'k7m2wq9xhd', 2, 'Ann & "Bo" <b>');
  expect(code).toContain('src="https://go.example.org/embed/k7m2wq9xhd?game=2"');
  expect(code).toContain('title="Ann &amp; &quot;Bo&quot; &lt;b>"');
  expect(fileUrl('k7m2wq9xhd', 1, 'gif')).toBe('/game/k7m2wq9xhd.gif');
});
