/** A fault of the page itself: said in words with one way on, instead of an empty window that could pass for quiet. */
import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';

export class ErrorBoundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state: { message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <EmptyState
        urgent
        title="This page has failed. Watching and storing go on without it."
        detail={this.state.message}
        action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
      />
    );
  }
}
