import type { CaseDetail, FailureGroup } from '../../../src-shared/api/cases.ts';
import { type ProviderSentence, providerSentences } from '../../../src-shared/service/provider-sentences.ts';
import type { GroupAggregate } from '../ports/case-projection.ts';
import type { EventReader } from '../ports/event-store.ts';

/** Enough for the displayed groups and some cases. */
const MAX_CACHED_EVENTS = 400;

export class ProviderSentenceCache {
  readonly #reader: Pick<EventReader, 'event'>;
  /** By seq, least recently used first. */
  readonly #cached = new Map<number, readonly ProviderSentence[]>();

  constructor(reader: Pick<EventReader, 'event'>) {
    this.#reader = reader;
  }

  /** Call when events may have changed. */
  clear(): void {
    this.#cached.clear();
  }

  async forEvent(seq: number | null): Promise<CaseDetail['provider']> {
    return seq === null ? [] : (await this.#sentences(seq)).map((each) => ({ ...each }));
  }

  /**
   * Returns what the provider says about most of the group: the most frequent code beside the cause, in how many cases it
   * is, and its newest sentence. Failures of a change request have the code of their cause in all cases.
   */
  async forGroup({
    state,
    failedSeq,
    codes,
  }: Pick<GroupAggregate, 'state' | 'failedSeq' | 'codes'>): Promise<FailureGroup['provider']> {
    const { cause, open } = state;
    const main =
      cause.kind === 'request' && cause.code !== null
        ? { code: cause.code, count: open, failedSeq }
        : codes.find(({ code }) => code !== cause.code);
    const sentences = await this.#sentences(main?.failedSeq ?? failedSeq);
    if (main === undefined) {
      const first = sentences.find(({ sentence }) => sentence !== null);
      return first === undefined ? null : { ...first, count: 1 };
    }
    const { code, count } = main;
    const sentenceOf = (owner: string | null) =>
      sentences.find((each) => each.code === owner && each.sentence !== null) ?? null;
    // An entry may be a text alone, beside the code of its event.
    const first = sentenceOf(code) ?? sentenceOf(null) ?? sentences.find((each) => each.code === code);
    return { sentence: first?.sentence ?? null, code, type: first?.type ?? null, count };
  }

  async #sentences(seq: number): Promise<readonly ProviderSentence[]> {
    const cached = this.#cached.get(seq);
    const sentences = cached ?? providerSentences((await this.#reader.event(seq))?.raw ?? '');
    this.#cached.delete(seq);
    this.#cached.set(seq, sentences);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > MAX_CACHED_EVENTS && oldest !== undefined) this.#cached.delete(oldest);
    return sentences;
  }
}
