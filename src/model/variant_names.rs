//! The names of the variants of an enum, listed once. A derive macro would do the same for two more crates in every build.

/// Gives an enum the constants `ALL` and `NAMES` and the functions `name` and `from_name`, from one list of its variants.
macro_rules! variant_names {
    ($enum:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $enum {
            /// Every variant, in the order of the list.
            pub const ALL: [$enum; [$($name),+].len()] = [$($enum::$variant),+];

            /// The names, in the same order.
            pub const NAMES: [&'static str; [$($name),+].len()] = [$($name),+];

            /// The name, as JSON, settings and the database have it.
            pub const fn name(self) -> &'static str {
                match self {
                    $($enum::$variant => $name,)+
                }
            }

            /// The variant with this name.
            pub fn from_name(name: &str) -> Option<$enum> {
                match name {
                    $($name => Some($enum::$variant),)+
                    _ => None,
                }
            }
        }
    };
}
pub(in crate::model) use variant_names;

#[cfg(test)]
mod tests {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Size {
        Large,
        Small,
    }

    variant_names!(Size { Small = "small", Large = "very-large" });

    #[test]
    fn every_variant_is_found_by_its_name_in_the_order_of_the_list() {
        assert_eq!(Size::ALL, [Size::Small, Size::Large]);
        assert_eq!(Size::NAMES, ["small", "very-large"]);
        assert_eq!(Size::ALL.map(Size::name), Size::NAMES);
        assert_eq!(Size::ALL.map(|size| Size::from_name(size.name())), Size::ALL.map(Some));
        assert_eq!(Size::from_name("large"), None);
    }
}
