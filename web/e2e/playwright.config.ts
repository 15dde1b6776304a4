import { defineConfig } from '@playwright/test';
import { writeShared } from '../vocabulary.js';

// `cargo xtask test browser` builds the program, finds the browser and names both here.
const chromium = process.env['PONNUKI_CHROMIUM'] ?? '/usr/bin/chromium';

// The tests read the words of the pages.
writeShared();

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../target/browser',
  fullyParallel: true,
  workers: 2,
  // A test that passes only sometimes is a defect of the test or of the program.
  retries: 0,
  forbidOnly: true,
  // Bounds for what never comes: nothing may fail because a machine is slow. A test alone takes seconds.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 60_000,
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
