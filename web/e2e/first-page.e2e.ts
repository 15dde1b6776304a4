// The first page: small on the wire, and quick on a phone.
import { devices } from '@playwright/test';
import { expect, test } from './test';

/** The first page on the wire, with its script, style and words. */
const BYTES_MAX = 100_000;

/** From the address to a page that can be used, on a throttled phone. */
const USABLE_MS_MAX = 1_000;

/** A slow phone line: 150 ms for a round trip, 1.6 Mbit/s down and 0.75 Mbit/s up. */
const PHONE_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** How much slower a cheap phone computes than the machine of the test. */
const PHONE_SLOWNESS = 4;

test('the first page is small', async ({ invite }) => {
  const { page } = await invite();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const bytes = new Map<string, number>();
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength));
  await page.goto('/', { waitUntil: 'networkidle' });
  const total = [...bytes.values()].reduce((sum, n) => sum + n, 0);
  console.log(`the first page: ${total} bytes in ${bytes.size} answers`);
  expect(bytes.size).toBeGreaterThan(2);
  expect(total).toBeLessThan(BYTES_MAX);
});

test('the first page can be used within a second on a throttled phone', async ({ invite }) => {
  const person = await invite(devices['Pixel 7']);
  const cdp = await person.page.context().newCDPSession(person.page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await cdp.send('Network.emulateNetworkConditions', PHONE_LINE);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWNESS });
  const times: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    await person.page.goto('/', { waitUntil: 'commit' });
    await expect(person.button(person.words.home.playNow)).toBeEnabled();
    // The page's own clock: from the first byte asked for to now.
    times.push(await person.page.evaluate(() => performance.now()));
  }
  console.log(`the first page on a phone: ${times.map((ms) => `${Math.round(ms)} ms`).join(', ')}`);
  expect(Math.min(...times)).toBeLessThan(USABLE_MS_MAX);
});
