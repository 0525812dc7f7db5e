/** Shows the life of a group as bars and as episodes. */
import type { ComponentProps } from 'react';
import { laterPart } from '../../../components/later-part.tsx';
import type { GroupCourseView } from './GroupCourseView.tsx';

export const { provide: provideGroupCourse, Part: GroupCourse } = laterPart<ComponentProps<typeof GroupCourseView>>();
