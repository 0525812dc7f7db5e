import { useId, useState } from 'react';
import { hrefOf } from '../../address/use-address.ts';
import { CloseButton } from '../../components/controls/CloseButton.tsx';
import { Keycap } from '../../components/Keycap.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { type Command, commandGroups } from '../../commands/command.ts';
import { keycapsOf } from '../../commands/key-strokes.ts';
import styles from './KeysDialog.module.css';
import { Overlay } from '../../components/overlay/Overlay.tsx';
import { useCommandList } from '../../commands/use-commands.ts';

export function KeysDialogView({ close }: { close: () => void }) {
  // Keeps the commands from when the dialog opened: some exist only while their list has the focus.
  const [commands] = useState(useCommandList().filter(({ keys }) => keys.length > 0));
  const groups = commandGroups
    .map((group) => ({ group, commands: commands.filter((command) => command.group === group) }))
    .filter((each) => each.commands.length > 0);
  return (
    <Overlay label="Keys" close={close}>
      <div className={styles['head']}>
        <h2>Keys</h2>
        <CloseButton close={close} />
      </div>
      <ScrollRegion className={styles['groups'] ?? ''} label="Keys by purpose">
        <div className={styles['columns']}>
          {groups.map((each) => (
            <KeysOfGroup key={each.group} {...each} />
          ))}
        </div>
      </ScrollRegion>
      <nav className={styles['documents']} aria-label="Help">
        <a href={hrefOf('settings', { part: 'documents', doc: 'glossary' })} onClick={close}>
          Glossary
        </a>
        <a href={hrefOf('settings', { part: 'documents' })} onClick={close}>
          Documents
        </a>
      </nav>
    </Overlay>
  );
}

function KeysOfGroup({ group, commands }: { group: string; commands: readonly Command[] }) {
  const id = useId();
  return (
    <section className={styles['group']} aria-labelledby={id}>
      <h3 id={id}>{group}</h3>
      <dl className="grid">
        {commands.map(({ id: command, title, keys, unavailable }) => (
          <div key={command} className={styles['entry']} data-unavailable={unavailable != null}>
            <dt>
              {keys.map((each, index) => (
                <span key={each} className={styles['each']}>
                  {index > 0 && <span className={styles['or']}>or</span>}
                  {keycapsOf(each).map((key, keyIndex) => (
                    <Keycap key={keyIndex} name={key} />
                  ))}
                </span>
              ))}
            </dt>
            <dd>
              {title}
              {unavailable != null && <span className={styles['reason']}>{unavailable}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
