import { Component, type ReactNode } from 'react';
import { MissingPartError, thisPage } from './load-part.ts';

interface Props {
  /** Another place gives what is inside a fresh start. */
  readonly place?: string;
  /** What is shown instead of what broke; `retry` is for its 'Try again'. */
  readonly instead: (error: unknown, retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failure: { readonly error: unknown } | null;
  readonly retried: boolean;
}

const WHOLE: State = { failure: null, retried: false };

/** Keeps what is round it whole when something breaks, or when its code does not come. */
export class Boundary extends Component<Props, State> {
  override state = WHOLE;

  static getDerivedStateFromError = (error: unknown): Partial<State> => ({ failure: { error } });

  override componentDidCatch(error: unknown): void {
    if (error instanceof MissingPartError) error.renew?.();
  }

  override componentDidUpdate({ place }: Props): void {
    if (place !== this.props.place) this.setState(WHOLE);
  }

  /** Code that did not come is asked for once more; where that does not help, the page is loaded anew. */
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
