import logo from '../../public/favicon.svg';

/** Kindra's logo. It is part of the bundle and is therefore shown even without a connection. */
export function LogoMark({ size = 36 }: { readonly size?: number }) {
  return <img src={logo} width={size} height={size} alt="" />;
}
