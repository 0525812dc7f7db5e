import { goTo, hrefOf } from '../../address/use-address.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { type HiddenPartState, useHiddenParts, useShowAnyway, usePageRules } from '../../rules/use-page-rules.ts';
import { useWatch } from '../../stores/use-stores.ts';
import { HIDING_NOTE, hiddenStateWords, missingRightsWords, partName } from '../../words/page-rule-words.ts';
import styles from './HiddenParts.module.css';

export function HiddenParts() {
  const profile = useWatch(({ shown }) => shown?.profile);
  const rules = usePageRules().length;
  const hidden = useHiddenParts();
  if (profile === undefined || profile.practice) return null;
  return (
    <Panel
      flush
      {...(hidden.length > 0 && { foot: <p>{HIDING_NOTE}</p> })}
      title={
        <>
          Hidden or limited here
          <span className="quiet regular">
            {hidden.length === 0
              ? `nothing, ${rules === 0 ? 'this profile has no rules' : 'the token has all rights that its rules need'}`
              : `${hidden.length}, by the rules of this profile`}
          </span>
        </>
      }
      headExtra={
        <Button size="compact-xs" onClick={() => goTo(hrefOf('settings', { profile: profile.id }))}>
          Edit rules
        </Button>
      }
    >
      {hidden.length === 0 ? (
        <div className={styles['comfort']}>{HIDING_NOTE}</div>
      ) : (
        <ul className="unmarked">
          {hidden.map((part) => (
            <Hidden key={part.key} part={part} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Hidden({ part: { key, part, missingRights, isShown } }: { part: HiddenPartState }) {
  const showAnyway = useShowAnyway();
  const name = partName(part);
  return (
    <li className={styles['part']}>
      <span className="strong">{name}</span>
      <span className="quiet">{isShown ? 'shown anyway, until this page is closed' : hiddenStateWords(part)}</span>
      <span className="breaks">
        <span className="quiet">needs </span>
        <Untrusted text={missingRightsWords(missingRights)} />
      </span>
      {!isShown && (
        <button
          type="button"
          className={styles['link']}
          aria-label={`Show anyway: ${name}`}
          onClick={() => showAnyway(key)}
        >
          Show anyway
        </button>
      )}
    </li>
  );
}
