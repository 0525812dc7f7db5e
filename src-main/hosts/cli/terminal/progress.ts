/** Shows progress: a line that is rewritten on a terminal after the first second, elsewhere a line every 5 s. */
import type { Terminal } from './terminal.ts';

/** Fast enough to look alive, slow enough to read. */
const REWRITE_INTERVAL_MS = 200;
const FIRST_AFTER_MS = 1_000;
const LINE_INTERVAL_MS = 5_000;

/** A function is called when its text is due. */
type ProgressText = string | (() => string);

export class Progress {
  readonly #terminal: Pick<Terminal, 'stdout' | 'stderr' | 'clock'>;
  #text: ProgressText;
  #dueAt: number;
  #hasLine = false;
  #hasEnded = false;

  constructor(terminal: Pick<Terminal, 'stdout' | 'stderr' | 'clock'>, text: string) {
    this.#terminal = terminal;
    this.#text = text;
    this.#dueAt = terminal.clock.monotonic() + (this.#rewrites ? FIRST_AFTER_MS : LINE_INTERVAL_MS);
  }

  show(text: ProgressText = this.#text): void {
    this.#text = text;
    const { stderr, clock } = this.#terminal;
    const now = clock.monotonic();
    if (this.#hasEnded || now < this.#dueAt) return;
    this.#dueAt = now + (this.#rewrites ? REWRITE_INTERVAL_MS : LINE_INTERVAL_MS);
    const shown = typeof text === 'string' ? text : text();
    stderr.write(this.#rewrites ? `\r${shown}\u001b[K` : `watchfloor: ${shown} …\n`);
    this.#hasLine = this.#rewrites;
  }

  /** Removes the line of a terminal. Call it before anything else is printed there. */
  clear(): void {
    if (this.#hasLine) this.#terminal.stderr.write('\r\u001b[K');
    this.#hasLine = false;
  }

  /** Call it before rows are printed. Rows that go to a terminal show the progress themselves, so it ends then. */
  printsRows(): void {
    if (this.#terminal.stdout.isTTY === true) this.end();
  }

  end(): void {
    this.clear();
    this.#hasEnded = true;
  }

  /** Also shows the progress of work that reports none, until the signal aborts. */
  async tick(signal: AbortSignal, sample?: () => Promise<string>): Promise<void> {
    const intervalMs = this.#rewrites ? FIRST_AFTER_MS : LINE_INTERVAL_MS;
    while (!signal.aborted) {
      await this.#terminal.clock.sleep(intervalMs, signal).catch(() => undefined);
      if (!signal.aborted) this.show(await sample?.().catch(() => undefined));
    }
  }

  get #rewrites(): boolean {
    return this.#terminal.stderr.isTTY === true;
  }
}

/** @param sample reads the current text, for work that does not call `show` */
export async function withProgress<Result>(
  terminal: Pick<Terminal, 'stdout' | 'stderr' | 'clock'>,
  text: string,
  work: (progress: Progress) => Promise<Result>,
  sample?: () => Promise<string>,
): Promise<Result> {
  const progress = new Progress(terminal, text);
  const stopController = new AbortController();
  const ticking = progress.tick(stopController.signal, sample);
  try {
    return await work(progress);
  } finally {
    stopController.abort(new Error('the work has ended'));
    await ticking;
    progress.end();
  }
}
