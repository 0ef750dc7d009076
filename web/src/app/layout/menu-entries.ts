import {
  ChartColumn,
  Compass,
  HandHeart,
  House,
  type LucideIcon,
  MessageCircle,
  PawPrint,
} from 'lucide-react';
import { STAFF_ROLES } from '../../../../contract/rules/accounts.ts';
import type { Role } from '../../../../contract/shapes.ts';
import type { EnglishTexts } from '../../i18n/index.ts';

/** An entry of the main menu. Without `roles`, everybody sees it. */
export interface MenuEntry {
  readonly name: keyof EnglishTexts['app']['menu'];
  readonly Icon: LucideIcon;
  readonly to: string;
  readonly roles?: readonly Role[];
}

/** Main menu entries, in display order. */
export const MENU_ENTRIES: readonly MenuEntry[] = [
  { name: 'homepage', Icon: House, to: '/' },
  { name: 'explore', Icon: Compass, to: '/explore' },
  { name: 'messages', Icon: MessageCircle, to: '/conversations' },
  { name: 'crowdfundings', Icon: HandHeart, to: '/crowdfundings' },
  { name: 'adopt', Icon: PawPrint, to: '/adoptable-animals' },
  { name: 'dashboard', Icon: ChartColumn, to: '/dashboard', roles: STAFF_ROLES },
];
