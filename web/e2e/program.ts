// The real program, started for the tests: a data directory of its own and a free port.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `cargo xtask test browser` says which program to play against. */
export const PROGRAM = process.env['PONNUKI_PROGRAM'] ?? fileURLToPath(new URL('../../target/debug/ponnuki', import.meta.url));

/** How long the program may take to say where it listens. */
const START_MS_MAX = 60_000;

/** How the program says where it listens; what follows tells that all of the port is there. */
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+(?=[\s/])/;

/** A running `ponnuki serve`, which can be killed and started again on the same data. */
export class Program {
  private child: ChildProcess | null = null;
  private said = '';

  /** Where it listens; a port that was free when it started first. */
  url = 'http://127.0.0.1:0';

  private constructor(private readonly dir: string) {}

  static async start(): Promise<Program> {
    const dir = await mkdtemp(join(tmpdir(), 'ponnuki-e2e-'));
    const program = new Program(dir);
    await program.startAgain();
    return program;
  }

  /** Starts the program where it was before, and waits until it listens. */
  async startAgain(): Promise<void> {
    const listen = this.url.replace('http://', '');
    const args = ['serve', '--no-open', '--listen', listen, '--data', this.dir];
    const child = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    this.said = '';
    this.url = await new Promise<string>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${PROGRAM} ${args.join(' ')}: ${why}\n${this.said}`));
      const timer = setTimeout(() => fail('did not say where it listens'), START_MS_MAX);
      const hear = (chunk: Buffer) => {
        this.said += chunk.toString();
        const [address] = ADDRESS.exec(this.said) ?? [];
        if (address) {
          clearTimeout(timer);
          resolve(address);
        }
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('error', (error) => fail(error.message));
      child.once('exit', (code) => fail(`ended with ${code}`));
    });
  }

  /** Ends the program without a chance to say goodbye, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.child;
    if (child === null || child.exitCode !== null) {
      return;
    }
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    this.child = null;
  }

  /** Ends the program and forgets its games. */
  async remove(): Promise<void> {
    await this.kill();
    await rm(this.dir, { recursive: true, force: true });
  }
}
