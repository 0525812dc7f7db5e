/** Heading of a case, a group or a selection: its name, the actions on it, and a line about it. */
import type { ReactNode } from 'react';
import type { Outcome } from '../../../../src-shared/domain/event/outcomes.ts';
import type { ActionTarget } from '../../../stores/action-prompt-store.ts';
import { CaseActionsBar } from '../../../components/case-actions/CaseActionsBar.tsx';
import type { CaseActions } from '../../../components/case-actions/use-case-actions.tsx';
import { CloseButton } from '../../../components/controls/CloseButton.tsx';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { useMediaQuery } from '../../../theme/use-media-query.ts';
import styles from './CaseHeading.module.css';

interface CaseHeadingProps {
  readonly outcome?: Outcome;
  readonly title: string;
  readonly target: ActionTarget | null;
  readonly actions: CaseActions;
  readonly isPrimary: boolean;
  /** Offered while the pane covers the list, and always if it is a detail of a list. */
  readonly close?: () => void;
  readonly isDetail?: boolean;
  readonly children: ReactNode;
}

export function CaseHeading(props: CaseHeadingProps) {
  const { outcome, title, target, actions, isPrimary, close, isDetail = false, children } = props;
  const covers = useCoversList();
  return (
    <header className={styles['head']}>
      <div className="row wraps apart gap-2-3">
        <h2 className={styles['title']}>
          {outcome !== undefined && <OutcomeMark outcome={outcome} />}
          {title}
        </h2>
        {target !== null && <CaseActionsBar target={target} actions={actions} isPrimary={isPrimary} />}
        {(covers || isDetail) && close !== undefined && <CloseButton close={close} />}
      </div>
      <div className={styles['about']}>{children}</div>
    </header>
  );
}

export function useCoversList(): boolean {
  return useMediaQuery('(max-width: 68.75rem)');
}
