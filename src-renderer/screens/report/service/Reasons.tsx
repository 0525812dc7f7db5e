/** Reasons that people write for gaps and missed targets, and the targets. This part is not printed. */
import { useState } from 'react';
import type { ReportEntry, ServiceReport } from '../../../../src-shared/api/quality/service-report.ts';
import { ACTION_LIMITS } from '../../../../src-shared/domain/cases/action-limits.ts';
import { authorWords } from '../../../../src-shared/domain/cases/author-name.ts';
import { shareOfPercent } from '../../../../src-shared/domain/quality/divided-time.ts';
import { MINUTE_MS } from '../../../../src-shared/lib/durations.ts';
import { gapReasonWords } from '../../../../src-shared/words/gap-words.ts';
import { gapSpanWords, targetNames, targetWords } from '../../../../src-shared/words/quality/service-report-blocks.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { exactDurationText } from '../../../../src-shared/words/zoned-time-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { DialogField, DialogTextInput } from '../../../components/dialog/DialogField.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { FormDialog } from '../../../components/dialog/FormDialog.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import dialogStyles from '../../../components/case-actions/ActionDialog.module.css';
import styles from '../Report.module.css';
import type { ServiceRead } from './use-service-report.ts';

const PAGE = 30;

type Write = ServiceRead['write'];
type Explained = Extract<ReportEntry, { kind: 'explain' }>['of'];

interface Subject {
  readonly key: string;
  readonly name: string;
  readonly of: Explained;
  readonly reason: ServiceReport['gaps'][number]['written'];
}

export function Reasons({ report, read: { write, failure } }: { report: ServiceReport; read: ServiceRead }) {
  const [shown, setShown] = useState(PAGE);
  const [edited, setEdited] = useState<Subject | null>(null);
  const [isSettingTargets, setSettingTargets] = useState(false);
  const subjects = [...missedTargets(report), ...gapSubjects(report)];
  return (
    <section className={styles['reasons']} aria-label="Reasons">
      <TitledPanel title="Reasons" note="They are in this report, and stay.">
        {subjects.length === 0 && <p className="quiet pad-3">No gap and no missed target.</p>}
        <ul className="unmarked" aria-label="Gaps and missed targets">
          {subjects.slice(0, shown).map((subject) => (
            <li key={subject.key} className="row gap-3 pad-3">
              <span className="fill">
                {subject.name}
                {subject.reason !== null && (
                  <>
                    {': '}
                    <Untrusted text={subject.reason.text} />{' '}
                    <span className="meta">
                      <Untrusted text={authorWords(subject.reason.author)} />
                    </span>
                  </>
                )}
              </span>
              <EditButton subject={subject} edit={() => setEdited(subject)} />
            </li>
          ))}
        </ul>
        {shown < subjects.length && (
          <Button size="compact-xs" onClick={() => setShown(shown + PAGE)}>
            {`Show more of ${numberText(subjects.length - shown)}`}
          </Button>
        )}
        <p className="pad-3">
          <Button size="compact-xs" onClick={() => setSettingTargets(true)}>
            Set the targets …
          </Button>
        </p>
      </TitledPanel>
      {edited !== null && (
        <ReasonDialog subject={edited} write={write} failure={failure} close={() => setEdited(null)} />
      )}
      {isSettingTargets && (
        <TargetsDialog report={report} write={write} failure={failure} close={() => setSettingTargets(false)} />
      )}
    </section>
  );
}

function EditButton({ subject: { name, reason }, edit }: { subject: Subject; edit: () => void }) {
  const words = reason === null ? 'Write why …' : 'Change …';
  return (
    <Button size="compact-xs" aria-label={`${words} ${name}`} onClick={edit}>
      {words}
    </Button>
  );
}

function missedTargets({ results, from, to }: ServiceReport): Subject[] {
  return results
    .filter(({ state }) => state === 'missed')
    .map((result) => ({
      key: result.id,
      name: `Missed: ${targetWords(result)}`,
      of: { from, to, target: result.id },
      reason: result.reason,
    }));
}

/** The longest first. */
function gapSubjects({ gaps, zone }: ServiceReport): Subject[] {
  return gaps
    .toSorted((one, other) => other.lengthMs - one.lengthMs)
    .map(({ from, to, lengthMs, reason, written }) => ({
      key: `${from} ${to}`,
      name: `Gap ${gapSpanWords({ from, to }, zone)}, ${exactDurationText(lengthMs)}, ${gapReasonWords[reason]}`,
      of: { from, to, target: null },
      reason: written,
    }));
}

interface ReasonDialogProps {
  readonly subject: Subject;
  readonly write: Write;
  readonly failure: Error | null;
  readonly close: () => void;
}

function ReasonDialog({ subject: { name, of, reason }, write, failure, close }: ReasonDialogProps) {
  const [text, setText] = useState(reason?.text ?? '');
  return (
    <FormDialog
      title="Reason"
      description={name}
      remark={reason === null ? undefined : 'An empty text removes it.'}
      submitName="Save"
      missing={text.trim() === '' && reason === null ? 'Write why.' : null}
      submit={() => write({ kind: 'explain', of, text: text.trim() })}
      close={close}
    >
      <DialogField name="Reason">
        <textarea
          className={`${dialogStyles['text']} text-field`}
          aria-label="Reason"
          data-autofocus
          rows={3}
          maxLength={ACTION_LIMITS.text}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </DialogField>
      <ErrorNote intro="It could not be stored." error={failure} />
    </FormDialog>
  );
}

interface TargetsDialogProps {
  readonly report: Pick<ServiceReport, 'targets'>;
  readonly write: Write;
  readonly failure: Error | null;
  readonly close: () => void;
}

function TargetsDialog({ report: { targets }, write, failure, close }: TargetsDialogProps) {
  const percent = (share: number) => String(Number((share * 100).toFixed(2)));
  const [success, setSuccess] = useState(percent(targets.success));
  const [watched, setWatched] = useState(percent(targets.watched));
  const [minutes, setMinutes] = useState(String(targets.takenMs / MINUTE_MS));
  const isShare = (text: string) => Number(text) >= 50 && Number(text) <= 99.99;
  const areMinutes = Number.isInteger(Number(minutes)) && Number(minutes) >= 1 && Number(minutes) <= 43_200;
  const isRight = isShare(success) && isShare(watched) && areMinutes;
  const field = (name: string, note: string, value: string, change: (value: string) => void) => (
    <DialogField name={name} note={note}>
      <DialogTextInput label={name} value={value} change={change} maxLength={6} />
    </DialogField>
  );
  return (
    <FormDialog
      title="Targets"
      description="They count for all service reports of this profile, also of earlier months."
      submitName="Save"
      missing={isRight ? null : 'Enter percents from 50 to 99.99, and whole minutes.'}
      submit={() =>
        write({
          kind: 'set-targets',
          targets: {
            success: shareOfPercent(Number(success)),
            watched: shareOfPercent(Number(watched)),
            takenMs: Number(minutes) * MINUTE_MS,
          },
        })
      }
      close={close}
    >
      {field('Attempts that succeed', '% of localizations, and of change requests', success, setSuccess)}
      {field(targetNames.watched, '% of all time', watched, setWatched)}
      {field(targetNames.taken, 'minutes', minutes, setMinutes)}
      <ErrorNote intro="It could not be stored." error={failure} />
    </FormDialog>
  );
}
