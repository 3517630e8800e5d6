import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { failureText } from "@/api/admin-client";
import { login } from "@/api/auth";
import { ApiError } from "@/api/client";
import { useSaveShortcut } from "@/lib/save-shortcut";
import { toastFailure } from "@/lib/toasts";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";

const credentials = z.object({
  username: z.string().min(1, "Username is required"),
  password: z.string().min(1, "Password is required"),
});

const wrongCredentials = "Invalid username or password";
const unknownFailure = "An error occurred. Please try again.";

interface LoginFormProps {
  username?: string;
  onSuccess: () => void;
}

/** Asks for username and password, and signs in with them. */
export function LoginForm({ username = "", onSuccess }: LoginFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  useSaveShortcut(formRef);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(credentials),
    defaultValues: { username, password: "" },
  });
  const signIn = useMutation({
    mutationFn: (values: z.infer<typeof credentials>) => login(values.username, values.password),
    onSuccess: (answer) => {
      if (answer.success) onSuccess();
      else toastFailure("Login failed", answer.message || wrongCredentials);
    },
    onError: (error) => {
      const refused = error instanceof ApiError && error.status === 401;
      toastFailure("Login failed", failureText(error, refused ? wrongCredentials : unknownFailure));
    },
  });
  return (
    <form
      ref={formRef}
      noValidate
      aria-busy={signIn.isPending}
      className="grid gap-5"
      onSubmit={(event) => {
        event.stopPropagation();
        void handleSubmit((values) => !signIn.isPending && signIn.mutate(values))(event);
      }}
    >
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.username?.message}
        {...register("username")}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register("password")}
      />
      <Button type="submit" variant="primary" wide disabled={signIn.isPending}>
        {signIn.isPending ? "Logging in..." : "Log in"}
      </Button>
    </form>
  );
}
