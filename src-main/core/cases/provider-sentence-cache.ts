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
   * Returns the leading sentence of the group's newest failure, and how many cases of the group have the same code, if
   * codes are known.
   */
  async forGroup({ state, failedSeq, codes }: GroupAggregate): Promise<FailureGroup['provider']> {
    const sentences = await this.#sentences(failedSeq);
    const isInner = ({ code }: ProviderSentence): boolean => code !== null && code !== state.cause.code;
    const first =
      sentences.find((each) => each.sentence !== null && (state.cause.kind === 'request' || isInner(each))) ??
      sentences.find(({ sentence }) => sentence !== null) ??
      sentences.find(isInner);
    if (first === undefined) return null;
    const { sentence, code, type } = first;
    const same = codes.find((each) => each.code === code)?.count ?? 1;
    return { sentence, code, type, count: Math.min(state.open, same) };
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
