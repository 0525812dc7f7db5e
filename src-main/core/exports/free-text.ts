/**
 * Decides which words stay in sentences that others wrote. The form of a word does not show if it is a name. If names
 * are masked, only common English words and the words of the service document stay.
 */

import { personalFieldOf } from '../../../src-shared/service/personal-values.ts';
import { BoundedCache } from '../../../src-shared/lib/bounded-cache.ts';

const COMMON = `
  a an the this that these those it its they them their there here we you your our he she his her who which what when where why how
  is are was were be been being am do does did done has have had having can cannot could may might must shall should will would
  not no nor none neither and or but if then else than as at by for from in into of off on onto out over to up under with without
  within via per about after again against all already also any because before both during each either every few more most other
  others own same so some such until while yet now only just still very too once ever never always
  one two three four five six seven eight nine ten first second third last next previous current currently present given
  yes ok please see try tried retry retries retried wait waited later contact support report reported
  new old same different wrong right bad good invalid valid unknown known missing unexpected expected required optional
  allowed permitted forbidden denied refused rejected accepted possible impossible supported unsupported available unavailable
  empty full closed open opened active inactive enabled disabled busy lost found temporary temporarily permanent
  could t s don doesn isn wasn couldn
`;
const OF_THE_SERVICE = `
  subscription subscriptions subscriber subscribers request requests requested resource resources change changes changed changing
  state states status move moved moving belongs belong package packages profile profiles euicc euiccs sim card cards device devices
  network networks connectivity connection connected connect disconnected operation operations operator provider customer company user
  imsi msisdn iccid eid domain principal id ids identifier identifiers number numbers name named value values field fields type
  error errors code codes message messages reason cause failure failures fail failed fails failing success successful successfully
  complete completed completes cancel canceled cancelled pause paused resume resumed deactivate deactivated deactivation
  activate activated activation active suspend suspended terminate terminated delete deleted create created update updated
  start started starting stop stopped end ended expire expired expires session heartbeat stream notification notifications event events
  download downloaded downloading allocate allocated allocation provision provisioned provisioning enable enabling disable
  fallback set localization localize localized localizing install installed installation order ordered
  timeout time timed out limit limits exceeded reached attempt attempts minute minutes seconds hour hours day days
  server service system internal platform management backend gateway interface api http https response respond responded answer answered
  cmp dcp sm dp dpplus smdp smsr inventory policy mode permission permissions right rights access token authorized authorization
  in progress pending rejected counters size processing processed process queue queued lock locked blocked block
  exist exists existing not-found duplicate conflict version format length characters digit digits part whole
`;
const ALLOWED_WORDS: ReadonlySet<string> = new Set(`${COMMON} ${OF_THE_SERVICE}`.split(/[\s-]+/));

/** Short numbers are codes such as 70 and 73, or counts, never names. */
const MAX_VISIBLE_DIGITS = 3;

const allowedTexts = new BoundedCache<boolean>();

/** True if every word of a text without times and cards stays in every sentence. Events repeat few sentences. */
export function hasOnlyAllowedWords(text: string): boolean {
  return allowedTexts.get(text, () => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every(isAllowedWord));
}

export function isAllowedWord(word: string): boolean {
  return ALLOWED_WORDS.has(word) || (/^\d+$/.test(word) && word.length <= MAX_VISIBLE_DIGITS);
}

/** Properties with texts for people. Source: `docs/service.md` §4, §6.4, then common names. */
const SENTENCES =
  /^(?:detailedMessage|detailedErrors?|.*(?:message|description|reason|detail|details|text|comment|note|remark|title|summary|info))$/i;
/** Properties with ids and times, of the service document or of a column. A long number in them is no subscriber's. */
const IDS: ReadonlySet<string> = new Set([
  'createdDateTime',
  'principal',
  'eid',
  'iccid',
  'subscriptionRequestId',
  'requestId',
  'resourceId',
  'id',
]);
/** Properties with codes of the service document, which name no person. */
const CODES: ReadonlySet<string> = new Set([
  'operation',
  'state',
  'countryCode',
  'errorCode',
  'errorType',
  'subscriptionRequestType',
  'subscriptionRequestState',
  'resourceState',
  'type',
  'TARGET_SUBSCRIPTION_STATE',
  'TARGET_SUBSCRIPTION_PACKAGE',
]);

/**
 * `sentence`: its words may be names, and its numbers those of subscribers. `code`: a number alone may be one. `id`:
 * only an IMSI, and a number with `+` or `00`, is recognized.
 */
export type TextKind = 'id' | 'code' | 'sentence';

/** Several words are a sentence in any property that is not documented. Without a property, `name` is null. */
export function textKind(name: string | null, text: string): TextKind {
  return (name === null ? null : kindOfName(name)) ?? (isSeveralWords(text) ? 'sentence' : 'id');
}

/** Null if the text decides. */
function kindOfName(name: string): TextKind | null {
  if (CODES.has(name)) return 'code';
  if (IDS.has(name)) return 'id';
  return SENTENCES.test(name) ? 'sentence' : null;
}

/** Same as `textKind`, but `id` for a property that names a person or a company: its value is already known. */
export function otherTextKind(name: string | null, text: string): TextKind {
  return (name === null ? null : fixedTextKind(name)) ?? textKind(null, text);
}

/** Null if the text decides. */
export function fixedTextKind(name: string): TextKind | null {
  return otherKinds.get(name, (own) => (personalFieldOf(own) === null ? kindOfName(own) : 'id'));
}

const otherKinds = new BoundedCache<TextKind | null>();

export function isId(name: string): boolean {
  return IDS.has(name);
}

export function isSeveralWords(text: string): boolean {
  // The first test is enough for most texts.
  return /\s/.test(text) && /\p{L}\S*\s+\S*\p{L}/u.test(text);
}
