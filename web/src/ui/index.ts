/**
 * Base components for all screens. They do not depend on the store or the API. Colours, sizes and spacing are the
 * custom properties in theme/tokens.css.
 */
export { Avatar } from './avatar.tsx';
export { RoleBadge } from './badge.tsx';
export { ASIDE_MIN_WIDTH, WIDE_MIN_WIDTH } from './breakpoints.ts';
export { Button, type ButtonProps, IconButton, IconLink, LinkButton } from './button.tsx';
export { Card } from './card.tsx';
export { classNames } from './class-names.ts';
export { ConfirmDialog, Dialog } from './dialog.tsx';
export { ErrorText, type FieldProps, TextArea } from './field.tsx';
export { AbbreviatedNumber, RelativeTime } from './figures.tsx';
export { FormDialog } from './form-dialog.tsx';
export { Checkbox, Select, TextField } from './form-fields.tsx';
export { InfiniteScrollTrigger } from './infinite-scroll-trigger.tsx';
export { keepFocus } from './keep-focus.ts';
export { LogoMark } from './logo.tsx';
export { Menu, type MenuItem } from './menu.tsx';
export { focusPage, focusPageIfLost, PageHeading } from './page-heading.tsx';
export { Loading, Spinner } from './spinner.tsx';
export { EmptyState, ErrorState, ProgressBar, Skeleton } from './states.tsx';
export { Tabs } from './tabs.tsx';
export { truncate } from './text.ts';
export { Toasts } from './toasts.tsx';
export { useMinWidth } from './use-min-width.ts';
export { useScrollEdges } from './use-scroll-edges.ts';
