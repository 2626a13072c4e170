import { useMutation } from "@tanstack/react-query";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Modal } from "../ui/modal.tsx";

type DeleteDialogProps = {
  readonly onCancel: () => void;
  readonly onDelete: () => Promise<void>;
};

export function DeleteDialog({ onCancel, onDelete }: DeleteDialogProps) {
  const remove = useMutation({ mutationFn: onDelete });
  return (
    <Modal title="Delete this session?" onClose={onCancel}>
      <div className="flex flex-col gap-4">
        <p className="text-sm">
          Its messages, files and artifacts are erased. The audit trail keeps that it existed, and
          its chain stays valid. This cannot be undone.
        </p>
        {remove.error && <Failure error={remove.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onCancel}>Keep it</Button>
          <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </div>
      </div>
    </Modal>
  );
}
