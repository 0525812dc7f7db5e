/** Shows why a profile file cannot be parsed. It stays unchanged until the user repairs or deletes it. */
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { errorWords } from '../../words/error-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { DeleteAction } from './DeleteAction.tsx';
import { SectionHead, SectionSheet } from './SectionSheet.tsx';

export function DamagedProfileSection({ entry }: { entry: ProfileEntry }) {
  return (
    <SectionSheet label="Damaged profile">
      <SectionHead title={visibleText(entry.name)} />
      <p className="failed" role="alert">
        {entry.problem === null ? 'This profile cannot be read.' : visibleText(errorWords(entry.problem))}
      </p>
      <p className="quiet pretty">
        Nothing was overwritten. Repair the file and reload this page, or delete the profile and set it up again; its
        stored events can stay.
      </p>
      <div>
        <DeleteAction entry={entry} />
      </div>
    </SectionSheet>
  );
}
