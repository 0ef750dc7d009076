/**
 * Base components of all screens, independent of the store and the API. Colours, sizes and spacing are the
 * custom properties of theme/tokens.css.
 */
export { Avatar, type AvatarProps } from './avatar.tsx';
export { RoleBadge } from './badge.tsx';
export {
  Button,
  type ButtonProps,
  type ButtonVariant,
  IconButton,
  type IconButtonProps,
  LinkButton,
  type LinkButtonProps,
} from './button.tsx';
export { Card } from './card.tsx';
export { classNames } from './class-names.ts';
export { ConfirmDialog, type ConfirmDialogProps, Dialog, type DialogProps } from './dialog.tsx';
export { Checkbox, type CheckboxProps, type FieldProps, Select, TextArea, TextField } from './field.tsx';
export { AbbreviatedNumber, RelativeTime } from './figures.tsx';
export { InfiniteScrollTrigger, type InfiniteScrollTriggerProps } from './infinite-scroll-trigger.tsx';
export { keepFocus } from './keep-focus.ts';
export { LogoMark } from './logo.tsx';
export { Menu, type MenuItem, type MenuProps } from './menu.tsx';
export { focusPage, focusPageIfLost, PageHeading, type PageHeadingProps } from './page-heading.tsx';
export { Loading, Spinner } from './spinner.tsx';
export {
  EmptyState,
  type EmptyStateProps,
  ErrorState,
  type ErrorStateProps,
  ProgressBar,
  type ProgressBarProps,
  Skeleton,
} from './states.tsx';
export { type Tab, Tabs, type TabsProps } from './tabs.tsx';
export { truncate } from './text.ts';
export { type ToastMessage, Toasts } from './toasts.tsx';
export { ASIDE_MIN_WIDTH, useMediaQuery, WIDE_MIN_WIDTH } from './use-media-query.ts';
export { useScrollEdges } from './use-scroll-edges.ts';
