// Shows an error in place of a page that threw; the rest of the app goes on. A change of the address is another try.

import { Component, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { ErrorState } from '../ui/states';
import { PartNotLoadedError } from '../ui/lazy-part';

type Props = { at: string; children: ReactNode };
type State = { at: string; error: unknown };

class Boundary extends Component<Props, State> {
  override state: State = { at: this.props.at, error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps({ at }: Props, state: State) {
    return at === state.at ? null : { at, error: undefined };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const retry = () => {
      // a part that failed to load stays failed until the page is loaded again
      if (error instanceof PartNotLoadedError) window.location.reload();
      else this.setState({ error: undefined });
    };
    return <ErrorState error={error} onRetry={retry} />;
  }
}

export function CrashBoundary({ children }: { children: ReactNode }) {
  const [at] = useLocation();
  return <Boundary at={at}>{children}</Boundary>;
}
