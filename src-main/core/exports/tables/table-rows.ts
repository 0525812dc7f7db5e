/** Makes the rows of each table. */
import { stepColumn, type TableCell } from '../../../../src-shared/domain/analyst-tables.ts';
import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import type { Attempt } from '../../../../src-shared/domain/cases/case.ts';
import { authorWords } from '../../../../src-shared/domain/cases/author-name.ts';
import type { StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import { gapOverlapMs } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import { type Gap, gapNumber } from '../../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import type { MaskedField } from '../../../../src-shared/domain/event/masked-fields.ts';
import { requestDocument } from '../../../../src-shared/service/request-message.ts';
import type { CaseHistory } from '../../cases/case-queries.ts';
import type { LineEvent } from '../masking.ts';
import { maskedCells, tableCells } from './table-cells.ts';

type Cells = TableCell[];
type Masked = readonly MaskedField[];

/** @param event already masked */
export function eventCells(event: LineEvent): Cells {
  return tableCells('events', { ...event, withheld: event.raw === null });
}

/** @param event of a request, already masked; no rows if its text is withheld or cannot be read */
export function resourceCells(event: LineEvent): Cells[] {
  const resources = (event.raw === null ? null : requestDocument(event.raw)?.resources) ?? [];
  const { seq, receivedAt, requestId } = event;
  return resources.map(({ infos, targets, ...resource }, index) =>
    tableCells('resources', {
      ...resource,
      seq,
      position: index + 1,
      receivedAt,
      requestId,
      targets: targets.map(({ value }) => value),
      errors: infos,
    }),
  );
}

export function attemptCells({ summary }: CaseHistory, attempt: Attempt, mask: Masked): Cells {
  const { steps, operation, from, to, seqs, events, outcome } = attempt;
  const evidence = Object.fromEntries(steps.map(({ step, evidence: of }) => [stepColumn(step), of]));
  const isOver = outcome === 'succeeded' || outcome === 'failed';
  return maskedCells(
    'attempts',
    {
      ...attempt,
      ...evidence,
      key: summary.key,
      eid: summary.eid,
      step: operation,
      events,
      // A long attempt keeps the seqs of its newest events only.
      firstSeq: seqs.length === events ? (seqs[0] ?? null) : null,
      lastSeq: seqs.at(-1) ?? null,
      startedAt: from,
      endedAt: isOver ? to : null,
      lastAt: to,
    },
    mask,
  );
}

export function caseCells({ summary, openedAt }: CaseHistory, mask: Masked): Cells {
  const { attempt, operation } = summary;
  return maskedCells('cases', { ...standingOf(summary, openedAt), attempts: attempt, step: operation }, mask);
}

export function requestCells({ summary, openedAt, reportSeq }: CaseHistory, mask: Masked): Cells {
  const { request } = summary;
  return maskedCells(
    'requests',
    {
      ...standingOf(summary, openedAt),
      type: request?.type,
      size: request?.size,
      completed: request?.completed,
      failed: request?.failed,
      consistent: request?.consistent ?? false,
      target: request?.target,
      company: request?.company,
      createdBy: request?.createdBy,
      createdAt: request?.createdAt,
      reportSeq,
    },
    mask,
  );
}

function standingOf(summary: CaseSummary, openedAt: number | null) {
  const { owner, mute } = summary;
  return { ...summary, openedAt, owner: owner === null ? null : authorWords(owner), muted: mute !== null };
}

export function gapCells(gap: Gap, span: { readonly from: number; readonly to: number }, now: number, mask: Masked) {
  const lengthMs = Math.round(gap.lengthMs ?? Math.max(0, now - gap.from));
  return maskedCells(
    'gaps',
    {
      ...gap,
      number: gapNumber(gap),
      kind: isReconnect(gap, now) ? 'reconnect' : 'gap',
      startedAt: gap.from,
      endedAt: gap.to,
      lengthMs,
      insideMs: Math.round(gapOverlapMs(gap, span, now)),
      // `coverageAfterCrash` does not know it.
      afterSeq: gap.afterSeq === Number.MAX_SAFE_INTEGER ? null : gap.afterSeq,
    },
    mask,
  );
}

export function actionCells({ author, what, ...action }: StoredActionEntry, mask: Masked): Cells {
  return maskedCells('actions', { ...action, author: authorWords(author), kind: what.kind, details: what }, mask);
}
