/**
 * A fault of one region of the page stays in it: the rest goes on, the signal above all. It speaks of itself alone,
 * since it cannot know what goes on elsewhere, and it tries again only when somebody asks.
 */
import { Component, type ReactNode } from 'react';
import { visibleText } from '../text/visible-text.ts';
import { Button } from './Button.tsx';
import styles from './ErrorBoundary.module.css';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** `line`: the region is one line high, and so is what is said in its place. */
  readonly shape?: 'area' | 'line';
}

/** What was thrown may hold a whole event. */
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
        <p className={styles['title']}>This part of the page has failed.</p>
        <p className={styles['message']}>{visibleText(message)}</p>
        <Button variant="default" size="compact-xs" onClick={() => this.setState({ message: null })}>
          Try again
        </Button>
      </div>
    );
  }
}

/** Anything can be thrown, also what cannot be made a text. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return '';
  }
}
