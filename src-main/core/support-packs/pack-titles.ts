/** Names a pack: its title, who made it when, and its file. Texts from outside are masked here, too. */
import type { PackPreview } from '../../../src-shared/api/reports.ts';
import { caseSubject, parseCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { causeName, causeWords, consequenceTitles } from '../../../src-shared/words/case-words.ts';
import { withinSentence } from '../../../src-shared/words/within-sentence.ts';
import { requestCounts, requestTitle } from '../../../src-shared/words/request-outcome-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import type { ReportedWatch } from '../reports/create-reports.ts';
import type { PackContents } from './pack-contents.ts';
import { line, ownText, type PackTextMasker } from './pack-blocks.ts';

export function madeBy({ profile, domain, practice }: ReportedWatch, words: PackTextMasker, when: string, by: string) {
  return line(
    `Support pack by Watchfloor · made ${when}`,
    ...(by.trim() === '' ? [] : [' by ', words.mask(by.trim())]),
    ' · ',
    ...(domain === null ? ['profile ', words.mask(profile)] : ['domain ', words.mask(domain)]),
    ...(practice ? [' · PRACTICE: not real data'] : []),
  );
}

export function titleOf({ cases: states, kind, seqs }: PackContents, words: PackTextMasker): PackPreview['title'] {
  const [first] = states;
  if (first === undefined || (kind === 'events' && seqs.length > 1))
    return ownText(`${numberText(seqs.length)} event${seqs.length === 1 ? '' : 's'}`);
  const cause = first.cause === null ? null : parseCauseKey(first.cause);
  const name = cause === null ? 'Localization' : causeWords(cause, first.outcome);
  if (states.length > 1) {
    const isOne = states.every((state) => state.cause === first.cause);
    return isOne && cause !== null
      ? line(
          words.mask(causeName(cause, first.consequence ?? 'not-known')),
          `: ${numberText(states.length)} ${first.kind === 'request' ? 'requests' : 'eUICCs'}`,
        )
      : ownText(`${numberText(states.length)} cases`);
  }
  if (first.kind === 'request') return ownText(requestTitle(first, requestCounts(first)));
  if (first.consequence === null) return ownText(name);
  return ownText(`${name}: ${withinSentence(consequenceTitles[first.consequence])}`);
}

/** "watchfloor-0417-20261121.zip": for a single case with the end of its id, as far as the mask keeps it. */
export function fileNameOf({ cases, seqs, kind }: PackContents, words: PackTextMasker, day: string): string {
  const [first] = cases;
  const subject = first === undefined || cases.length > 1 || kind === 'events' ? null : caseSubject(first.key);
  const id =
    subject?.kind === 'eid'
      ? words.plain(subject.eid)
      : subject?.kind === 'request'
        ? words.plain(subject.requestId)
        : '';
  const last = id
    .replaceAll(/[^A-Za-z0-9·]/g, '')
    .slice(-4)
    .replaceAll('·', '');
  const what =
    last !== ''
      ? last
      : cases.length > 1
        ? `${cases.length}-cases`
        : seqs.length === 1
          ? `event-${seqs[0]}`
          : `${seqs.length}-events`;
  return `watchfloor-${what}-${day.replaceAll('-', '')}.zip`;
}
