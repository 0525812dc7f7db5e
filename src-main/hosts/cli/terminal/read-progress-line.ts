/** Shows the progress of reading the store in one terminal line that is rewritten, if it takes longer than 1 s. */
import type { TerminalOutput } from './terminal.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { showProgress } from './progress-line.ts';

const SHOW_INTERVAL_MS = 1_000;

export class ReadProgressLine {
  readonly #stderr: TerminalOutput;
  readonly #total: number;
  readonly #readPosition: () => Promise<number>;
  readonly #timer: NodeJS.Timeout;
  #pending: Promise<void> | null = null;
  #isShown = false;

  /** @param reached called once a second; nothing is shown if it rejects */
  constructor(stderr: TerminalOutput, total: number, reached: () => Promise<number>) {
    this.#stderr = stderr;
    this.#total = total;
    this.#readPosition = reached;
    this.#timer = setInterval(() => {
      this.#pending ??= this.#show();
    }, SHOW_INTERVAL_MS);
    if (stderr.isTTY !== true) clearInterval(this.#timer);
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#pending;
    if (this.#isShown) showProgress({ stderr: this.#stderr }, '');
  }

  async #show(): Promise<void> {
    const reached = await this.#readPosition().catch(() => null);
    this.#pending = null;
    if (reached === null) return;
    this.#isShown = true;
    const text = `Reading the store: event ${numberText(Math.min(reached, this.#total))} of ${numberText(this.#total)}`;
    showProgress({ stderr: this.#stderr }, text);
  }
}
