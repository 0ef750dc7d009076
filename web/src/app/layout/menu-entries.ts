import {
  ChartColumn,
  Compass,
  HandHeart,
  House,
  type LucideIcon,
  MessageCircle,
  PawPrint,
} from 'lucide-react';
import type { Role } from '../../../../api/contract/shapes.ts';
import type { EnglishTexts } from '../../i18n/index.ts';

export interface MenuEntry {
  readonly name: keyof EnglishTexts['app']['menu'];
  readonly Icon: LucideIcon;
  /** Without it the entry is not available yet. */
  readonly to?: string;
  /** Shown to these roles alone. */
  readonly roles?: readonly Role[];
  /** Shows whether there are new messages. */
  readonly dot?: boolean;
}

/** The places of Kindra, in the order of the menu. */
export const MENU_ENTRIES: readonly MenuEntry[] = [
  { name: 'homepage', Icon: House, to: '/' },
  { name: 'explore', Icon: Compass },
  { name: 'messages', Icon: MessageCircle, to: '/conversations', dot: true },
  { name: 'crowdfundings', Icon: HandHeart, to: '/crowdfundings' },
  { name: 'adopt', Icon: PawPrint, to: '/adoptable-animals' },
  { name: 'dashboard', Icon: ChartColumn, to: '/dashboard', roles: ['ADMIN', 'MOD'] },
];
