// The first page: small on the wire, and quick on a phone.
import { type CDPSession, devices } from '@playwright/test';
import type { Person } from './person';
import { expect, test } from './test';

/** The first page on the wire, with its script, style and words. */
const BYTES_MAX = 100_000;

/** From the address to a page that can be used, on a throttled phone. */
const USABLE_MS_MAX = 1_000;

/** A slow phone line: 150 ms for a round trip, 1.6 Mbit/s down and 0.75 Mbit/s up. */
const PHONE_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** How much slower a cheap phone computes than the machine of the test. */
const PHONE_SLOWNESS = 4;

/** The best of several looks counts: the others were disturbed by whatever else the machine does. */
const N_LOOKS = 5;

/** The picture in the browser's tab. */
const ICON = '/favicon.svg';

/** One answer of the server; times in seconds since 1970. */
interface Answer {
  /** Nothing waits for the icon of the tab, which browsers ask for in between; its bytes are on the line all the same. */
  isAwaited: boolean;
  began: number;
  ended: number;
  nBytes: number;
}

/** Keeps what the server answers from now on. */
function listen(cdp: CDPSession): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  // The browser tells a request's time by two clocks, an answer's only by the first.
  let apart = 0;
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
    apart = wallTime - timestamp;
    answers.set(requestId, { isAwaited: !request.url.endsWith(ICON), began: wallTime, ended: Infinity, nBytes: 0 });
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer !== undefined) {
      Object.assign(answer, { ended: timestamp + apart, nBytes: encodedDataLength });
    }
  });
  return answers;
}

/** How many answers had to be waited for one after the other. */
function roundTrips(answers: Answer[]): number {
  const depths: number[] = [];
  const byBegin = answers.filter(({ isAwaited }) => isAwaited).sort((one, other) => one.began - other.began);
  for (const { began } of byBegin) {
    const before = depths.filter((_, n) => (byBegin[n]?.ended ?? Infinity) <= began);
    depths.push(1 + Math.max(0, ...before));
  }
  return Math.max(...depths);
}

/** When the button to play can first be pressed, in seconds since 1970. */
async function usableAt({ page, words }: Person): Promise<number> {
  const usable = await page.waitForFunction(
    (name) => {
      const isIt = (button: HTMLButtonElement) => button.textContent?.trim() === name && !button.disabled;
      return [...document.querySelectorAll('button')].some(isIt) && performance.timeOrigin + performance.now();
    },
    words.home.playNow,
    { polling: 'raf' },
  );
  return Number(await usable.jsonValue()) / 1_000;
}

/**
 * How long a phone would take: its line for each round trip and each byte, its slowness for the work.
 * Summed up from what the page did rather than read off a clock, which would tell how busy this machine is.
 */
async function phoneMs(person: Person, cdp: CDPSession): Promise<number> {
  await cdp.send('Performance.disable');
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const answers = listen(cdp);
  await person.page.goto('/', { waitUntil: 'commit' });
  const usable = await usableAt(person);
  const { metrics } = await cdp.send('Performance.getMetrics');
  const waited = [...answers.values()].filter(({ ended }) => ended <= usable);
  const nBytes = waited.reduce((sum, answer) => sum + answer.nBytes, 0);
  const workMs = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
  const lineMs = roundTrips(waited) * PHONE_LINE.latency + (nBytes / PHONE_LINE.downloadThroughput) * 1_000;
  const totalMs = lineMs + workMs * PHONE_SLOWNESS;
  const parts = `${roundTrips(waited)} round trips, ${nBytes} bytes, ${Math.round(workMs)} ms of work`;
  console.log(`the first page on a phone: ${Math.round(totalMs)} ms (${parts})`);
  return totalMs;
}

test('the first page is small', async ({ invite }) => {
  const { page } = await invite();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const answers = listen(cdp);
  await page.goto('/', { waitUntil: 'networkidle' });
  const nBytes = [...answers.values()].reduce((sum, answer) => sum + answer.nBytes, 0);
  console.log(`the first page: ${nBytes} bytes in ${answers.size} answers`);
  expect(answers.size).toBeGreaterThan(2);
  expect(nBytes).toBeLessThan(BYTES_MAX);
});

test('the first page can be used within a second on a throttled phone', async ({ invite }) => {
  const person = await invite(devices['Pixel 7']);
  const times: number[] = [];
  for (let n = 0; n < N_LOOKS; n += 1) {
    const cdp = await person.page.context().newCDPSession(person.page);
    await cdp.send('Network.enable');
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
    await cdp.send('Network.emulateNetworkConditions', PHONE_LINE);
    times.push(await phoneMs(person, cdp));
    await cdp.detach();
  }
  expect(Math.min(...times)).toBeLessThan(USABLE_MS_MAX);
});
