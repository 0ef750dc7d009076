/** Kindra's logo. Hidden from screen readers. */
export function LogoMark({ size = 36 }: { readonly size?: number }) {
  return <img src="/favicon.svg" width={size} height={size} alt="" />;
}
