import type { ProfileEntry } from '../../../../src-shared/api/profiles.ts';
import type { ProfileInput } from '../../../../src-shared/domain/profile/profile.ts';
import { Progress } from '../../../components/Progress.tsx';
import { Time } from '../../../components/Time.tsx';
import { useNow } from '../../../stores/use-stores.ts';
import { ageText } from '../../../time/time-text.ts';
import { changedFields, changedWords, successWords, obstacle, testProgress, type TestRun } from './test-view.ts';

interface TestStatusProps {
  readonly run: TestRun;
  readonly draft: ProfileInput | null;
  readonly missing: string | null;
  readonly entry: ProfileEntry | null;
  readonly goToMistake: () => void;
}

export function TestStatus({ run, draft, missing, entry, goToMistake }: TestStatusProps) {
  const seat = (
    <p className="quiet pretty">
      {entry === null || entry.watch === null
        ? "For its last steps the test uses this domain's only stream, and then releases it."
        : 'This profile is being watched: its stream is not tested.'}
    </p>
  );
  if (run.kind === 'running') return <Running run={run} seat={seat} />;
  if (run.kind === 'over')
    return (
      <>
        <p className="quiet pretty">
          {run.isComplete ? 'Tested' : 'Stopped'} <Time at={run.endedAt} zoned />.
          {changedWords(changedFields(run.profile, draft))}
        </p>
        {run.isComplete && run.report !== null && obstacle(run.report) === null && (
          <output className="strong">{successWords(run.report)}</output>
        )}
      </>
    );
  if (run.kind === 'refused') return null;
  if (draft === null)
    return (
      <p className="quiet pretty">
        Not ready to test:{' '}
        <button type="button" className="link-button" onClick={goToMistake}>
          {missing}
        </button>
        .
      </p>
    );
  return (
    <>
      <p className="quiet pretty">
        Tests every step from this computer to the service: name, network, TLS, token, permissions, search and stream.
      </p>
      {seat}
    </>
  );
}

function Running({ run, seat }: { run: Extract<TestRun, { kind: 'running' }>; seat: React.ReactNode }) {
  const now = useNow();
  const { report } = run;
  const progress = report === null ? null : testProgress(report);
  return (
    <>
      <p>
        {progress === null ? (
          'Starting …'
        ) : (
          <>
            <b>
              {progress.done} of {progress.total}
            </b>{' '}
            <span className="quiet pretty">
              {ageText(now - run.startedAt)} · {progress.words}
            </span>
          </>
        )}
      </p>
      <Progress share={progress === null ? 0 : progress.done / progress.total} label="Steps done" />
      {seat}
    </>
  );
}
