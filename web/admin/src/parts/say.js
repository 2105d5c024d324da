// What a person is told when something was done, and when it failed.
import { useDispatch } from "@wordpress/data";
import { useCallback } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { store as notices } from "@wordpress/notices";

// useSay gives a function that waits for work to be done and says how it went. It answers
// whether all of it was done.
export function useSay() {
  const { createSuccessNotice, createErrorNotice } = useDispatch(notices);
  return useCallback(async (work, done) => {
    try {
      await work();
      if (done) createSuccessNotice(done, { type: "snackbar" });
      return true;
    } catch (error) {
      createErrorNotice(error?.message || __("This failed. Try again."), { type: "snackbar", explicitDismiss: true });
      return false;
    }
  }, [createSuccessNotice, createErrorNotice]);
}
