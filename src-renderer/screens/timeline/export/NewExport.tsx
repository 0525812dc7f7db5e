/** What is exported, how, under which name; and what goes with it. It begins when it is asked to, and not before. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ExportFormat, MaskedField } from '../../../../src-shared/domain/event-export.ts';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { Choice } from '../../../components/Choice.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Checkbox, DialogField, TextField } from '../../../components/DialogField.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance, useExports, useStores, useWatch } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { dateText, lengthText, type Zone, zoneText } from '../../../time/time-text.ts';
import { count as counted } from '../../../words/coverage-words.ts';
import { troubleWords } from '../../../words/error-words.ts';
import { exportTitle, noFileName, proposedFileName, withEnding } from '../../../words/export-words.ts';
import { capitalized, filterSentence, spanSentence } from '../../../words/filter-sentence.ts';
import { profileName } from '../../../words/profile-words.ts';
import styles from './Export.module.css';
import { type ExportFacts, useExportFacts } from './use-export-facts.ts';

const MASKS: readonly { readonly name: string; readonly fields: readonly MaskedField[] }[] = [
  { name: 'IMSI, MSISDN', fields: ['imsi', 'msisdn'] },
  { name: 'Company', fields: ['company'] },
  { name: 'User names', fields: ['user'] },
];

export function NewExport({ filter, close }: { filter: Filter; close: () => void }) {
  const stores = useStores();
  const { exports } = stores;
  const shown = useWatch((state) => state.shown);
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const isStarting = useExports((state) => state.isStarting);
  const refusal = useExports((state) => state.refusal);
  const zone = useAppearance((state) => state.zone);
  /** The same for the count, the file's name and the export itself. */
  const [at] = useState(() => stores.now());
  /** What comes later is in neither. */
  const [to] = useState(() => shown?.extent.newestSeq ?? null);
  const [format, setFormat] = useState<ExportFormat>('jsonl');
  const [mask, setMask] = useState<readonly MaskedField[]>([]);
  const [guardFormulas, setGuardFormulas] = useState(true);
  const [fileName, setFileName] = useState(() =>
    proposedFileName(shown === null ? '' : profileName(shown.profile), at, 'jsonl'),
  );
  const facts = useExportFacts(shown?.watch ?? null, filter, at, to);
  const wrongName = noFileName(fileName);
  const isReady = shown !== null && !isLost && !isStarting && wrongName === null;

  function start(): void {
    if (shown === null) return;
    const { watch } = shown;
    const inZone = zone === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
    void exports.start({
      of: 'events',
      watch,
      filter,
      at,
      to,
      format,
      mask: [...mask],
      guardFormulas: format === 'csv' && guardFormulas,
      zone: inZone,
      fileName: fileName.trim(),
    });
  }
  function choose(next: ExportFormat): void {
    setFormat(next);
    setFileName(withEnding(fileName, next));
  }

  return (
    <Dialog
      title={exportTitle(facts)}
      label="Export"
      about={<Untrusted text={aboutWords(filter, facts, zone)} />}
      close={close}
      remark={isLost ? 'Watchfloor does not answer.' : 'Goes on while you work; closing this does not stop it.'}
      buttons={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button data-autofocus disabled={!isReady} onClick={start}>
            {isStarting ? 'Beginning …' : 'Export'}
          </Button>
        </>
      }
    >
      <div className={styles['fields']}>
        <DialogField name="Format" note={formatNote(format, mask.length > 0)}>
          <Choice<ExportFormat>
            label="Format"
            options={[
              { value: 'jsonl', name: 'JSON Lines' },
              { value: 'csv', name: 'CSV' },
            ]}
            value={format}
            choose={choose}
          />
        </DialogField>
        <DialogField name="Mask">
          {MASKS.map(({ name, fields }) => (
            <Checkbox
              key={name}
              name={name}
              checked={fields.every((field) => mask.includes(field))}
              change={(isOn) => setMask([...mask.filter((field) => !fields.includes(field)), ...(isOn ? fields : [])])}
            />
          ))}
        </DialogField>
        {format === 'csv' && (
          <DialogField name="Formulas" note="a cell that a spreadsheet would run gets an apostrophe">
            <Checkbox name="Guard" checked={guardFormulas} change={setGuardFormulas} />
          </DialogField>
        )}
        <DialogField name="File" note={wrongName ?? undefined}>
          <TextField mono label="Name of the file" value={fileName} change={setFileName} longest={200} />
        </DialogField>
        <DialogField name="Goes with it">{goesWithWords(facts, zone, at)}</DialogField>
      </div>
      {refusal !== null && (
        <p className={styles['refusal']} role="alert">
          The export did not begin. {visibleText(troubleWords(refusal))}
        </p>
      )}
    </Dialog>
  );
}

function aboutWords(filter: Filter, { oldestAt }: ExportFacts, zone: Zone): string {
  const stored = oldestAt === null ? 'All stored' : `All stored since ${dateText(oldestAt, zone)}`;
  const span = spanSentence(filter, zone);
  return `${span === null ? stored : capitalized(span)} · ${filterSentence(filter)}`;
}

function formatNote(format: ExportFormat, isMasked: boolean): string {
  if (format === 'csv') return 'one line for each event, with its received text';
  return isMasked ? 'as received, apart from the mask' : 'as received';
}

function goesWithWords({ coverage }: ExportFacts, zone: Zone, at: number): string {
  const words =
    coverage === null
      ? 'the coverage'
      : coverage.gaps === 0
        ? 'the coverage: no gaps'
        : `the coverage: blind ${lengthText(coverage.blindMs)} in ${counted(coverage.gaps, 'gap')}`;
  return `the query, the zone (${zoneText(at, zone)}) and ${words}`;
}
