import type { AppError } from '../../../../src-shared/api/errors.ts';
import { eventsText } from '../../../../src-shared/words/store-words.ts';
import { errorWords } from '../../../../src-shared/words/error-words.ts';
import type { Unreadable } from '../../../core/exports/readable-events.ts';
import { terminalLines } from '../terminal/terminal-text.ts';

/** Stores only counts and first seqs, because a damaged store may have millions. */
export class UnreadableEvents {
  readonly #counts = { event: 0, text: 0 };
  readonly #firsts = { event: 0, text: 0 };
  readonly #spans: string[] = [];

  constructor(known: Iterable<Unreadable> = []) {
    for (const what of known) this.add(what);
  }

  add(what: Unreadable): void {
    if (what.kind === 'span') {
      this.#spans.push(spanWords(what));
      return;
    }
    if (this.#counts[what.kind] === 0) this.#firsts[what.kind] = what.seq;
    this.#counts[what.kind] += 1;
  }

  /** Returns one sentence per kind; none if everything was printed. */
  words(): string[] {
    const { event, text } = this.#counts;
    return [
      ...this.#spans,
      ...(event === 0
        ? []
        : [`${eventsText(event)} could not be read and ${was(event)} left out; the first is ${this.#firsts.event}.`]),
      ...(text === 0
        ? []
        : [
            `The received text of ${eventsText(text)} was damaged on the disk; it is printed as empty with the mark text-lost; the first is ${this.#firsts.text}.`,
          ]),
    ];
  }
}

export function withheldWords(count: number): string {
  return `The received text of ${eventsText(count)} is left out: it cannot be read, so it cannot be masked.`;
}

export function followPausedWords({ data }: AppError): string {
  return `${terminalLines(errorWords(data, 'terminal'))} Following continues when it can be read.`;
}

function spanWords({ after, before }: Extract<Unreadable, { kind: 'span' }>): string {
  const end = before === null ? 'the end of the store' : `event ${before}`;
  const start = after === 0 ? 'the beginning' : `event ${after}`;
  return `The store is damaged: the part between ${start} and ${end} could not be read. \`watchfloor collect\` and \`watchfloor start\` save readable events.`;
}

const was = (count: number) => (count === 1 ? 'was' : 'were');
