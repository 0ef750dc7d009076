/** Kindra's mark: a paw whose pad is a heart, on a leaf. Hidden from screen readers. */
export function LogoMark({ size = 36 }: { readonly size?: number }) {
  return <img src="/favicon.svg" width={size} height={size} alt="" />;
}
