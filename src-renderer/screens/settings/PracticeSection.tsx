import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Button } from '../../components/controls/Button.tsx';
import { PracticeMark } from '../../components/PracticeMark.tsx';
import { SectionHead, SectionSheet } from './SectionSheet.tsx';
import { useWatching } from './use-watching.ts';

export function PracticeSection({ entry }: { entry: ProfileEntry }) {
  const { isRequesting, error, watch, unwatch } = useWatching(entry.id);
  const isWatched = entry.watch !== null;
  return (
    <SectionSheet label="Practice">
      <SectionHead
        title={
          <>
            Practice <PracticeMark />
          </>
        }
        intro="A small copy of the service runs inside Watchfloor. It needs no account, network or settings. Its events are separate from real ones."
      />
      <div>
        <Button
          variant={isWatched ? 'default' : 'filled'}
          disabled={isRequesting}
          onClick={isWatched ? unwatch : watch}
        >
          {isWatched ? 'Stop practising' : 'Start practising'}
        </Button>
      </div>
      <ErrorNote error={error} />
    </SectionSheet>
  );
}
