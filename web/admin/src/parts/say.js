// What a person is told when something was done, and when it failed.
import { useDispatch } from "@wordpress/data";
import { useCallback } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { store as notices } from "@wordpress/notices";

// All is told in one place of the page, each time in place of what stood there.
const id = "message";

// useSay gives a function that waits for work to be done and says how it went. It answers
// whether all of it was done. "more" may have "undo", which takes it back, "back", a link to where one came from, "id", by which a notice of its own is known, and "type": what a "form" stored stands out.
export function useSay() {
  const { createSuccessNotice, createErrorNotice, removeNotice } = useDispatch(notices);
  return useCallback(async (work, done, more) => {
    try {
      await work();
      if (more?.id) removeNotice(id);
      if (done) createSuccessNotice(done, { id: more?.id ?? id, type: more?.type, speak: false, actions: [more?.undo && { label: __("Undo"), onClick: more.undo }, more?.back].filter(Boolean) });
      return true;
    } catch (error) {
      if (more?.id) removeNotice(more.id);
      createErrorNotice(error?.message || __("This failed. Try again."), { id, speak: false });
      return false;
    }
  }, [createSuccessNotice, createErrorNotice, removeNotice]);
}
