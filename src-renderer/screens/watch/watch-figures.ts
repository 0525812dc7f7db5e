import { exactTerm } from '../../../src-shared/domain/cases/case-search-terms.ts';
import type { Board } from '../../../src-shared/api/cases.ts';
import type { ConsequenceKind } from '../../../src-shared/domain/cases/case-keys.ts';
import type { CoverageFigures } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import { numberText, counted } from '../../../src-shared/words/store-words.ts';
import { openCasesHref } from '../../address/case-links.ts';

interface FigurePart {
  readonly value: number;
  readonly words: string;
  readonly href: string;
}
export interface WatchFigure {
  /** Null if the count is 0 and some stored events are not applied yet. */
  readonly value: number | null;
  readonly href: string;
  readonly parts: readonly FigurePart[];
  readonly remark: string;
}
export interface WatchFigures {
  readonly eids: WatchFigure;
  readonly failed: WatchFigure;
  readonly partial: WatchFigure;
}

const UNUSABLE: readonly ConsequenceKind[] = ['unusable', 'reachable'];
const MILDER: readonly ConsequenceKind[] = ['may-swap-back', 'unchanged'];

/** Each number leads to a list of exactly the open cases that it counts. */
export function watchFigures(board: Board): WatchFigures {
  const isComplete = board.behind === 0;
  const valueOf = (value: number) => (value > 0 || isComplete ? value : null);
  const remarkOf = (words: string) => (isComplete ? words : 'not processed yet');
  const ofKinds = (kinds: readonly ConsequenceKind[], words: string) =>
    part(
      board.byConsequence.reduce((sum, { consequence, count }) => sum + (kinds.includes(consequence) ? count : 0), 0),
      words,
      openCasesHref('localization', `consequence:${kinds.join(',')}`),
    );
  const failed = openCasesHref('request', 'consequence:refused,not-known');
  const partial = openCasesHref('request', 'consequence:partial');
  const { failedResources, resources } = board;
  return {
    eids: {
      value: valueOf(board.eids),
      href: openCasesHref('localization'),
      parts: [
        ofKinds(UNUSABLE, 'unusable'),
        ofKinds(['not-known'], 'undocumented'),
        ofKinds(MILDER, 'usable or unchanged'),
      ].filter(isThere),
      remark: remarkOf(board.endedWell === 0 ? 'none in 24 h' : `${numberText(board.endedWell)} recovered in 24 h`),
    },
    failed: {
      value: valueOf(board.failures - board.eids),
      href: failed,
      parts: [],
      remark: board.failures > board.eids ? '' : remarkOf('no request failed'),
    },
    partial: {
      value: valueOf(board.partialRequests),
      href: partial,
      // A request that failed completely has resources, too.
      parts: [
        part(failedResources, `of ${numberText(resources)} resources of all open requests`, openCasesHref('request')),
      ].filter(() => board.requests > 0 && resources > 0),
      remark: board.partialRequests > 0 ? 'resources not counted' : remarkOf('no request partly failed'),
    },
  };
}

/** The open cases of an owner, by the list that has them. */
export function ownerNumbers({ owner, localizations, requests }: Board['byOwner'][number]): readonly FigurePart[] {
  const term = owner === null ? 'owner:nobody' : exactTerm('owner', owner.id);
  return [
    part(localizations, localizations === 1 ? 'eUICC' : 'eUICCs', openCasesHref('localization', term)),
    part(requests, requests === 1 ? 'request' : 'requests', openCasesHref('request', term)),
  ].filter(isThere);
}

export function gapsText({ gaps }: CoverageFigures): string {
  return gaps === 0 ? 'no gaps' : counted(gaps, 'gap');
}

function part(value: number, words: string, href: string): FigurePart {
  return { value, words, href };
}

function isThere({ value }: FigurePart): boolean {
  return value > 0;
}
