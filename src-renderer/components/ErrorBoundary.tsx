/** Contains an error of one region so that the rest, above all the signal, works. Tries again only when asked. */
import { Component, type ReactNode } from 'react';
import { visibleText } from '../text/visible-text.ts';
import { Button } from './controls/Button.tsx';
import styles from './ErrorBoundary.module.css';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** `line`: the region and its error text are one line high. */
  readonly shape?: 'area' | 'line';
}

/** Limited, because the error may contain a complete event. */
const MAX_MESSAGE_LENGTH = 160;

export class ErrorBoundary extends Component<ErrorBoundaryProps, { message: string | null }> {
  override state: { message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: messageOf(error).slice(0, MAX_MESSAGE_LENGTH) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === null) return this.props.children;
    return (
      <div className={styles['failed']} data-shape={this.props.shape ?? 'area'} role="alert">
        <p className="strong fixed">This part of the page has failed.</p>
        <p className={styles['message']}>{visibleText(message)}</p>
        <Button size="compact-xs" onClick={() => this.setState({ message: null })}>
          Try again
        </Button>
      </div>
    );
  }
}

/** Any value can be thrown, even one that cannot be converted to a string. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return '';
  }
}
