// Shows words in place of a page that threw, and the rest of the app goes on.

import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/states';

export class CrashBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <ErrorState error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
