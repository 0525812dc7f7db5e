/** What the provider says of failures, out of the texts of single events, which are read once each. */
import type { CaseDetail, FailureGroup } from '../../../src-shared/api/cases.ts';
import { type ProviderSentence, providerSentences } from '../../../src-shared/service/provider-sentences.ts';
import type { GroupAggregate } from '../ports/case-projection.ts';
import type { EventReader } from '../ports/event-store.ts';

/** As many as groups that are shown, and some cases. */
const MAX_CACHED_EVENTS = 400;

export class ProviderSentenceCache {
  readonly #reader: Pick<EventReader, 'event'>;
  /** By seq; the one that was asked for last is the last. */
  readonly #known = new Map<number, readonly ProviderSentence[]>();

  constructor(reader: Pick<EventReader, 'event'>) {
    this.#reader = reader;
  }

  /** Of one failure, all of it; nothing where the event is not kept any more. */
  async forEvent(seq: number | null): Promise<CaseDetail['provider']> {
    return seq === null ? [] : (await this.#sentences(seq)).map((each) => ({ ...each }));
  }

  /** Of its newest failure; with how many of the group name the same code, as far as codes tell. */
  async forGroup({ state, failedSeq, codes }: GroupAggregate): Promise<FailureGroup['provider']> {
    const sentences = await this.#sentences(failedSeq);
    const isInner = ({ code }: ProviderSentence): boolean => code !== null && code !== state.cause.code;
    const told =
      sentences.find((each) => each.sentence !== null && (state.cause.kind === 'request' || isInner(each))) ??
      sentences.find(({ sentence }) => sentence !== null) ??
      sentences.find(isInner);
    if (told === undefined) return null;
    const { sentence, code, type } = told;
    const same = codes.find((each) => each.code === code)?.count ?? 1;
    return { sentence, code, type, count: Math.min(state.open, same) };
  }

  async #sentences(seq: number): Promise<readonly ProviderSentence[]> {
    const known = this.#known.get(seq);
    const sentences = known ?? providerSentences((await this.#reader.event(seq))?.raw ?? '');
    this.#known.delete(seq);
    this.#known.set(seq, sentences);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_CACHED_EVENTS && oldest !== undefined) this.#known.delete(oldest);
    return sentences;
  }
}
