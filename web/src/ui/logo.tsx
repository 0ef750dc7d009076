import logo from '../../public/favicon.svg';

/** Kindra's logo. The bundle contains it, so that it is shown without a connection too. */
export function LogoMark({ size = 36 }: { readonly size?: number }) {
  return <img src={logo} width={size} height={size} alt="" />;
}
