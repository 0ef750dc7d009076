import { Component, type ReactNode } from 'react';
import { MissingPartError, thisPage } from './load-part.ts';

interface Props {
  /** A change of this value resets the boundary. */
  readonly place?: string;
  /** Fallback; `retry` is for its 'Try again' button. */
  readonly instead: (error: unknown, retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failure: { readonly error: unknown } | null;
  readonly retried: boolean;
}

const WHOLE: State = { failure: null, retried: false };

/** Error boundary for render errors and for code that could not be loaded. */
export class Boundary extends Component<Props, State> {
  override state = WHOLE;

  static getDerivedStateFromError = (error: unknown): Partial<State> => ({ failure: { error } });

  override componentDidCatch(error: unknown): void {
    if (error instanceof MissingPartError) error.renew?.();
  }

  override componentDidUpdate({ place }: Props): void {
    if (place !== this.props.place) this.setState(WHOLE);
  }

  /** Fetches missing code again; where that is impossible, reloads the page. */
  #retry = (): void => {
    const error = this.state.failure?.error;
    if (error instanceof MissingPartError && error.renew && !this.state.retried)
      this.setState({ failure: null, retried: true });
    else thisPage.reload();
  };

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.instead(failure.error, this.#retry) : this.props.children;
  }
}
