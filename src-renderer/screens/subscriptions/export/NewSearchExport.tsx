/** Which rows of a search are exported, how, under which name. It begins when it is asked to, and not before. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import type { ExportFormat } from '../../../../src-shared/domain/event-export.ts';
import { Choice } from '../../../components/Choice.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Checkbox, DialogField, TextField } from '../../../components/DialogField.tsx';
import type { SearchToExport } from '../../../stores/exports-store.ts';
import { useAppearance, useExports, useStores, useSubscriptions, useWatch } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { troubleWords } from '../../../words/error-words.ts';
import { noFileName, proposedFileName, withEnding } from '../../../words/export-words.ts';
import { profileName } from '../../../words/profile-words.ts';
import { loadWords, searchExportTitle, searchAgeWords } from '../../../words/search-export-words.ts';
import styles from './NewSearchExport.module.css';

export function NewSearchExport({ what, close }: { what: SearchToExport; close: () => void }) {
  const search = useSubscriptions(({ searches }) => searches?.find(({ id }) => id === what.search)) ?? null;
  return search === null ? null : <Asking search={search} what={what} close={close} />;
}

function Asking({ search, what, close }: { search: SearchSummary; what: SearchToExport; close: () => void }) {
  const stores = useStores();
  const { exports } = stores;
  const shown = useWatch((state) => state.shown);
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const isStarting = useExports((state) => state.isStarting);
  const refusal = useExports((state) => state.refusal);
  const zone = useAppearance((state) => state.zone);
  const [at] = useState(() => stores.now());
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [which, setWhich] = useState<'loaded' | 'all'>(what.awaitsAll ? 'all' : 'loaded');
  const [fields, setFields] = useState<'shown' | 'all'>(what.columns.length === 0 ? 'all' : 'shown');
  const [guardFormulas, setGuardFormulas] = useState(true);
  const [fileName, setFileName] = useState(() =>
    proposedFileName(`${shown === null ? '' : profileName(shown.profile)} subscriptions`, at, 'csv'),
  );
  const wrongName = noFileName(fileName);
  const isReady = shown !== null && !isLost && !isStarting && wrongName === null;
  const { view } = what;
  const isWhole = search.state.kind === 'ended' || (search.state.kind === 'stored' && search.state.end !== null);

  function start(): void {
    if (shown === null) return;
    void exports.start({
      of: 'search',
      watch: shown.watch,
      id: search.id,
      view,
      format,
      columns: format === 'csv' && fields === 'shown' ? [...what.columns] : null,
      guardFormulas: format === 'csv' && guardFormulas,
      awaitsAll: which === 'all' && !isWhole,
      fileName: fileName.trim(),
    });
  }
  function choose(next: ExportFormat): void {
    setFormat(next);
    setFileName(withEnding(fileName, next));
  }

  return (
    <Dialog
      title={searchExportTitle(search, view, which === 'all')}
      label="Export"
      about={searchAgeWords(search, at, zone)}
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
        {!isWhole && (
          <DialogField name="Rows" note={which === 'all' ? loadWords(search) : 'as listed, no others'}>
            <Choice<'loaded' | 'all'>
              label="Rows"
              options={[
                { value: 'loaded', name: 'Loaded' },
                { value: 'all', name: 'All, loading the rest' },
              ]}
              value={which}
              choose={setWhich}
            />
          </DialogField>
        )}
        <DialogField
          name="Format"
          note={format === 'csv' ? 'one line for each subscription' : 'each item as it was received'}
        >
          <Choice<ExportFormat>
            label="Format"
            options={[
              { value: 'csv', name: 'CSV' },
              { value: 'jsonl', name: 'JSON Lines' },
            ]}
            value={format}
            choose={choose}
          />
        </DialogField>
        {format === 'csv' && (
          <>
            <DialogField name="Columns">
              <Choice<'shown' | 'all'>
                label="Columns"
                options={[
                  { value: 'shown', name: `Shown (${what.columns.length})` },
                  { value: 'all', name: 'All that occur' },
                ]}
                value={fields}
                choose={setFields}
              />
            </DialogField>
            <DialogField name="Formulas" note="a cell that a spreadsheet would run gets an apostrophe">
              <Checkbox name="Guard" checked={guardFormulas} change={setGuardFormulas} />
            </DialogField>
          </>
        )}
        <DialogField name="File" note={wrongName ?? undefined}>
          <TextField mono label="Name of the file" value={fileName} change={setFileName} longest={200} />
        </DialogField>
        <DialogField name="Goes with it">
          the query, when it was answered, how whole it is; nothing in the file is masked
        </DialogField>
      </div>
      {refusal !== null && (
        <p className={styles['refusal']} role="alert">
          The export did not begin. {visibleText(troubleWords(refusal))}
        </p>
      )}
    </Dialog>
  );
}
