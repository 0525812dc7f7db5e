/** A resource fails by the rule of `domain/outcome.ts`. A wrong value is null. Source: `docs/service.md` §6.2, §6.4. */
import type { JsonFields } from './json-fields.ts';

export interface FailureInfo {
  readonly type: string | null;
  readonly code: string | null;
  readonly sentence: string | null;
}

export interface ResourceOutcome {
  readonly state: string | null;
  readonly failed: boolean;
  readonly completed: boolean;
  /** True if a failure is reported, even if it cannot be read. */
  readonly hasFailureInfos: boolean;
  readonly infos: readonly FailureInfo[];
  readonly targets: readonly RequestTarget[];
}

export interface ResourceDetail extends ResourceOutcome {
  readonly resourceId: string | null;
  readonly imsi: string | null;
  readonly msisdn: string | null;
  readonly iccid: string | null;
}

export interface RequestTarget {
  readonly type: string;
  readonly value: string;
}

export interface ResourceErrorCount {
  readonly type: string | null;
  readonly code: string | null;
  readonly count: number;
  readonly sentences: readonly string[];
}

/** `TARGET_SUBSCRIPTION_STATE` and `TARGET_SUBSCRIPTION_PACKAGE` are documented. */
export const TARGET_PREFIX = 'TARGET_';
/** In characters, longer than the sentences that events show; the received text has the rest. */
const MAX_SENTENCE_LENGTH = 1_000;
/** Limits against malicious events with thousands of entries. */
const MAX_INFOS = 32;
const MAX_PROPERTIES = 64;
const MAX_CAUSES = 200;
const MAX_SENTENCES = 5;
const MAX_COUNTED_SENTENCES = 200;

export function resourceDetail(resource: JsonFields): ResourceDetail {
  const properties = propertiesOf(resource);
  const named = (type: string) => {
    for (const property of properties) {
      const value = property.text('type') === type ? property.identifier('value') : null;
      if (value !== null) return value;
    }
    return null;
  };
  return {
    ...resourceOutcome(resource, properties),
    resourceId: resource.identifier('resourceId'),
    imsi: named('IMSI'),
    msisdn: named('MSISDN'),
    iccid: named('ICCID'),
  };
}

export function resourceOutcome(resource: JsonFields, properties = propertiesOf(resource)): ResourceOutcome {
  const state = resource.text('resourceState');
  const hasFailureInfos = resource.hasContent('resourceFailureInfos');
  const targets: RequestTarget[] = [];
  for (const property of properties) {
    const type = property.text('type') ?? '';
    const value = type.startsWith(TARGET_PREFIX) ? property.identifier('value') : null;
    if (value !== null) targets.push({ type, value });
  }
  return {
    state,
    failed: state === 'FAILED' || hasFailureInfos,
    completed: state === 'COMPLETED' && !hasFailureInfos,
    hasFailureInfos,
    infos: hasFailureInfos ? failureInfos(resource, 'resourceFailureInfos') : NO_INFOS,
    targets,
  };
}

const NO_INFOS: readonly FailureInfo[] = [];

function propertiesOf(resource: JsonFields): JsonFields[] {
  return (resource.objects('resourceProperties') ?? []).slice(0, MAX_PROPERTIES);
}

export function failureInfos(fields: JsonFields, name: string): FailureInfo[] {
  const found = new Map<string, FailureInfo>();
  for (const info of (fields.objects(name) ?? []).slice(0, MAX_INFOS)) {
    const error = info.object('errorObject');
    const entry = {
      type: info.identifier('errorType') ?? error?.identifier('errorType') ?? null,
      code: error?.identifier('errorCode') ?? info.identifier('errorCode'),
      sentence: sentenceOf(error) ?? sentenceOf(info),
    };
    if (entry.type === null && entry.code === null && entry.sentence === null) continue;
    const key = errorKey(entry);
    const existing = found.get(key);
    if (existing === undefined || existing.sentence === null)
      found.set(key, existing === undefined ? entry : { ...existing, ...entry });
  }
  return [...found.values()];
}

function sentenceOf(fields: JsonFields | null): string | null {
  const sentence = fields?.value('errorMessage');
  if (typeof sentence !== 'string' || sentence.trim() === '') return null;
  return sentence.length > MAX_SENTENCE_LENGTH ? `${sentence.slice(0, MAX_SENTENCE_LENGTH)}…` : sentence;
}

export function errorKey({ type, code }: Pick<FailureInfo, 'type' | 'code'>): string {
  return JSON.stringify([type, code]);
}

/** Most first. A resource without a reason counts for no type and code, one with two errors for both. */
export function countErrors(resources: readonly Pick<ResourceOutcome, 'failed' | 'infos'>[]): ResourceErrorCount[] {
  const found = new Map<string, Omit<ResourceErrorCount, 'sentences' | 'count'> & Counting>();
  for (const { failed, infos } of resources) {
    if (!failed) continue;
    for (const info of infos.length === 0 ? [{ type: null, code: null, sentence: null }] : infos) {
      const name = errorKey(info);
      let cause = found.get(name);
      if (cause === undefined) {
        if (found.size === MAX_CAUSES) continue;
        cause = { type: info.type, code: info.code, count: 0, sentenceCounts: new Map() };
        found.set(name, cause);
      }
      cause.count += 1;
      const { sentence } = info;
      if (
        sentence !== null &&
        (cause.sentenceCounts.has(sentence) || cause.sentenceCounts.size < MAX_COUNTED_SENTENCES)
      )
        cause.sentenceCounts.set(sentence, (cause.sentenceCounts.get(sentence) ?? 0) + 1);
    }
  }
  return [...found.values()]
    .toSorted((one, other) => other.count - one.count)
    .map(({ sentenceCounts, ...cause }) => ({ ...cause, sentences: mostFrequent(sentenceCounts) }));
}

interface Counting {
  count: number;
  readonly sentenceCounts: Map<string, number>;
}

function mostFrequent(sentenceCounts: ReadonlyMap<string, number>): string[] {
  const byCount = [...sentenceCounts].toSorted(([, one], [, other]) => other - one);
  return byCount.slice(0, MAX_SENTENCES).map(([sentence]) => sentence);
}
