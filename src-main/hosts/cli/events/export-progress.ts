import type { ExportAbout } from '../../../../src-shared/domain/event/event-export.ts';
import { counted, eventsText, numberText, sizeText } from '../../../../src-shared/words/store-words.ts';
import type { ExportProgress } from '../../../core/exports/export-run.ts';

const RATE_WINDOW_MS = 3_000;

interface ProgressSample {
  readonly at: number;
  readonly events: number;
}

export class ExportProgressLine {
  readonly #total: number | null;
  readonly #samples: ProgressSample[];

  constructor(total: number | null, at: number) {
    this.#total = total;
    this.#samples = [{ at, events: 0 }];
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

export function exportEndWords({ events, rows, rowsOf, bytes }: ExportAbout, path: string): string {
  const written =
    rowsOf === 'events' ? eventsText(events) : `${counted(rows, 'failed resource')} of ${eventsText(events)}`;
  return `Wrote ${written} (${sizeText(bytes)}) to ${path}; ${path}.about.json describes them.`;
}
