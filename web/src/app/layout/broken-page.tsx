import { Component, type ReactNode } from 'react';
import { ErrorPage } from '../error-page.tsx';

interface Props {
  /** Another place gives the page a fresh start. */
  readonly place: string;
  readonly children: ReactNode;
}

/** Shows the error page instead of a page that broke; the menu stays. */
export class BrokenPage extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError = () => ({ broken: true });

  override componentDidUpdate({ place }: Props): void {
    if (this.state.broken && place !== this.props.place) this.setState({ broken: false });
  }

  override render(): ReactNode {
    return this.state.broken ? <ErrorPage broken /> : this.props.children;
  }
}
