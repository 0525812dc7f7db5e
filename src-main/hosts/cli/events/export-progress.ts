/** Shows the progress of an export in one terminal line that is rewritten, and formats the result. */
import type { ExportAbout } from '../../../../src-shared/domain/event/event-export.ts';
import { eventsText, numberText, sizeText } from '../../../../src-shared/words/store-words.ts';
import type { TerminalOutput } from '../terminal/terminal.ts';
import type { ExportProgress } from '../../../core/exports/export-run.ts';
import { showProgress } from '../terminal/progress-line.ts';

/** Fast enough to look alive, slow enough to read. */
const SHOW_INTERVAL_MS = 200;
const RATE_WINDOW_MS = 3_000;

interface ProgressSample {
  readonly at: number;
  readonly events: number;
}

export class ExportProgressLine {
  readonly #stderr: TerminalOutput;
  readonly #total: number | null;
  readonly #samples: ProgressSample[];
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(stderr: TerminalOutput, total: number | null, at: number) {
    this.#stderr = stderr;
    this.#total = total;
    this.#samples = [{ at, events: 0 }];
  }

  show(progress: ExportProgress, at = performance.now()): void {
    if (at - this.#shownAt < SHOW_INTERVAL_MS) return;
    this.#shownAt = at;
    showProgress({ stderr: this.#stderr }, this.line(progress, at));
  }

  clear(): void {
    showProgress({ stderr: this.#stderr }, '');
  }

  /** For example `1,234 of 5,000 events · 3.4 MB · 8,000/s`. */
  line({ events, bytes }: ExportProgress, at: number): string {
    this.#samples.push({ at, events });
    while (this.#samples.length > 2 && at - (this.#samples[1]?.at ?? at) > RATE_WINDOW_MS) this.#samples.shift();
    const [first = { at, events }] = this.#samples;
    const rate = at > first.at ? Math.round(((events - first.events) / (at - first.at)) * 1_000) : 0;
    const many = this.#total === null ? eventsText(events) : `${numberText(events)} of ${eventsText(this.#total)}`;
    return [many, sizeText(bytes), `${numberText(rate)}/s`].join(' · ');
  }
}

export function exportEndWords({ events, bytes }: ExportAbout, path: string): string {
  return `Wrote ${eventsText(events)} (${sizeText(bytes)}) to ${path}; ${path}.about.json describes them.`;
}
