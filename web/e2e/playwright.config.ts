import { defineConfig } from '@playwright/test';

// `cargo xtask test browser` builds the program, finds the browser and names both here.
const chromium = process.env['PONNUKI_CHROMIUM'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../target/browser',
  fullyParallel: true,
  workers: 2,
  // A test that passes only sometimes is a defect of the test or of the program. Where nobody
  // waits it is tried once more and reported as flaky, so that a stalled machine fails nothing.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  // Generous, for a machine that does ten other things; a test alone takes a few seconds.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 20_000,
    locale: 'en-GB',
    trace: process.env['PONNUKI_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Nothing waits for a stone to settle; one test looks at the movement itself.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromium,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
