import { Component, type ReactNode } from 'react';
import { ChunkLoadError, currentPage } from './load-chunk.ts';

interface ErrorBoundaryProps {
  /** A change of this value resets the boundary. */
  readonly resetKey?: string;
  /** Renders the fallback. `retry` is the action of its 'Try again' button. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failure: { readonly error: unknown } | null;
  readonly hasRetried: boolean;
}

const INITIAL_STATE: ErrorBoundaryState = { failure: null, hasRetried: false };

/** Error boundary for render errors and for code that could not be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state = INITIAL_STATE;

  static getDerivedStateFromError = (error: unknown): Partial<ErrorBoundaryState> => ({ failure: { error } });

  override componentDidCatch(error: unknown): void {
    if (error instanceof ChunkLoadError) error.retryLoad?.();
  }

  override componentDidUpdate({ resetKey: place }: ErrorBoundaryProps): void {
    if (place !== this.props.resetKey) this.setState(INITIAL_STATE);
  }

  /** Fetches missing code again, or reloads the page if fetching again is impossible. */
  #retry = (): void => {
    const error = this.state.failure?.error;
    if (error instanceof ChunkLoadError && error.retryLoad && !this.state.hasRetried)
      this.setState({ failure: null, hasRetried: true });
    else currentPage.reload();
  };

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error, this.#retry) : this.props.children;
  }
}
