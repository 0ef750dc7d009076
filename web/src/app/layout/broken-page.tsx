import { Component, type ReactNode } from 'react';
import { MissingPartError } from '../../shared/part/load-part.ts';
import { ErrorPage } from '../error-page.tsx';

interface Props {
  /** Another place gives the page a fresh start. */
  readonly place: string;
  readonly children: ReactNode;
}

interface State {
  readonly broken: 'page' | 'way' | null;
}

/** Shows the error page instead of a page that broke, or that could not be fetched; the menu stays. */
export class BrokenPage extends Component<Props, State> {
  override state: State = { broken: null };

  static getDerivedStateFromError = (error: unknown): State => ({
    broken: error instanceof MissingPartError ? 'way' : 'page',
  });

  override componentDidUpdate({ place }: Props): void {
    if (this.state.broken && place !== this.props.place) this.setState({ broken: null });
  }

  override render(): ReactNode {
    return this.state.broken ? <ErrorPage broken={this.state.broken} /> : this.props.children;
  }
}
