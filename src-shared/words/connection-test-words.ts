/** Names from the other side are clipped and contain no invisible characters. */
import type { Finding, FindingDetails, FindingKey } from '../api/connection-findings.ts';
import type { ConnectionCheck } from '../api/connection-test.ts';
import type { FindingTable, FindingWords } from './finding-parts.ts';
import { networkFindingWords } from './network-finding-words.ts';
import { serviceFindingWords } from './service-finding-words.ts';

export type { FindingWords };

export const checkTitles: Readonly<Record<ConnectionCheck, string>> = {
  proxy: 'Proxy',
  name: 'Name',
  tcp: 'Reached',
  tls: 'TLS',
  token: 'Token',
  permissions: 'Permissions',
  search: 'Search',
  stream: 'Stream',
  'first-event': 'First event',
  heartbeat: 'Heartbeat',
  clock: 'Clock',
};

export function findingWords(finding: Finding): FindingWords {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has for each key what takes its facts
  const wordsFor = WORDS[finding.key] as (details: FindingDetails[FindingKey]) => FindingWords;
  return wordsFor(finding.facts);
}

const WORDS: FindingTable = { ...networkFindingWords, ...serviceFindingWords };
